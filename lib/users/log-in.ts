import { type Client, deviceHashOf } from '#lib/accounts/client'
import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { countGuess, forgiveGuesses, type Guess, uncountGuess } from '#lib/accounts/throttles/guesses'
import type { Refusal } from '#lib/accounts/throttles/take-allowance'
import { tellOfGuesses } from '#lib/accounts/throttles/tell-of-guesses'
import { readEmail } from '#lib/core/email-address'
import { verifyPassword } from '#lib/core/passwords'
import { PEOPLE } from './people'
import { type Credentials, findCredentials } from './store'

const MAX_PASSWORD_CHARACTERS = 128

export type LogInOutcome =
  | ({ kind: 'ok' } & ProvenLogIn)
  /** The password was right; a one-time code is still due. */
  | { kind: 'second_factor'; id: string; accessVersion: number }
  /** The password was right, but the address was never confirmed. */
  | { kind: 'unconfirmed' }
  | { kind: 'wrong' }
  | Refusal
  | { kind: 'busy' }

/**
 * Checks an e-mail address and a password. The try is counted before the password is looked at, so that parallel
 * guesses cannot outrun the count; an unknown address costs the same time and gets the same answer. A browser that
 * logged in to this account before has tries of its own, which strangers cannot use up.
 */
export async function logIn(typed: string, password: string, client: Client): Promise<LogInOutcome> {
  const email = readEmail(typed)
  if (email === null || password === '' || [...password].length > MAX_PASSWORD_CHARACTERS) return { kind: 'wrong' }
  const device = client.device === undefined ? null : deviceHashOf(client.device)
  const credentials = await findCredentials(email, device)
  const knownDevice = credentials?.isKnownDevice ? device : null
  const guess: Guess = { act: 'password', realm: 'person', subject: email, network: client.network, knownDevice }
  const counted = await countGuess(guess)
  if (counted.kind !== 'taken') return counted

  const verdict = await verifyPassword(credentials?.passwordHash ?? null, password, client.network)
  if (verdict === 'busy') {
    await uncountGuess(guess)
    return { kind: 'busy' }
  }
  if (verdict === 'wrong' || !credentials) {
    await tellOfGuesses(PEOPLE, credentials?.isConfirmed ? credentials.id : null, 'password', counted.tries)
    return { kind: 'wrong' }
  }
  await forgiveGuesses(guess)
  return provenBy(credentials)
}

function provenBy({ id, accessVersion, isConfirmed, hasTotp }: Credentials): LogInOutcome {
  if (!isConfirmed) return { kind: 'unconfirmed' }
  return hasTotp ? { kind: 'second_factor', id, accessVersion } : { kind: 'ok', id, accessVersion, amr: ['pwd'] }
}
