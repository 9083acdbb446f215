import { countAttempt, forgetAttempts } from '#lib/core/attempts'
import { withDatabase } from '#lib/core/db'
import { verifyPassword } from '#lib/core/passwords'
import { blindIndex } from '#lib/core/sealed'
import { normaliseEmail } from './schema'
import { findCredentials } from './store'

const ATTEMPTS = 10
const WINDOW_SECONDS = 15 * 60
const MAX_PASSWORD_CHARACTERS = 128

export type LogInOutcome =
  | { kind: 'ok'; userId: string; amr: string[] }
  /** The password was right; a one-time code is still due. */
  | { kind: 'second_factor'; userId: string }
  /** The password was right, but the address was never confirmed. */
  | { kind: 'unconfirmed' }
  | { kind: 'wrong' }
  | { kind: 'throttled'; waitSeconds: number }
  | { kind: 'busy' }

/**
 * Checks an e-mail address and a password. The try is counted before the password is looked at, so that parallel
 * guesses cannot outrun the count; an unknown address costs the same time and gets the same answer.
 */
export async function logIn(email: string, password: string): Promise<LogInOutcome> {
  const address = normaliseEmail(email)
  if (address === '' || address.length > 254 || password === '' || [...password].length > MAX_PASSWORD_CHARACTERS) return { kind: 'wrong' }
  const throttle = blindIndex('throttle', address)
  const { failures, waitSeconds } = await countAttempt(throttle, WINDOW_SECONDS)
  if (failures > ATTEMPTS) return { kind: 'throttled', waitSeconds }

  const credentials = await withDatabase((db) => findCredentials(db, blindIndex('email', address)))
  const verdict = await verifyPassword(credentials?.passwordHash ?? null, password)
  if (verdict === 'busy') return { kind: 'busy' }
  if (verdict === 'wrong' || !credentials) return { kind: 'wrong' }
  await forgetAttempts(throttle)
  if (!credentials.emailConfirmedAt) return { kind: 'unconfirmed' }
  if (credentials.totp?.confirmedAt) return { kind: 'second_factor', userId: credentials.id }
  return { kind: 'ok', userId: credentials.id, amr: ['pwd'] }
}
