import { verify } from 'otplib'
import { countAttempt, forgetAttempts } from '#lib/core/attempts'
import type { Prisma } from '#lib/core/db'
import { blindIndex, type Place } from '#lib/core/sealed'
import { findAccount } from '../account/store'
import { PersonVault } from '../person'
import { findTotp, spendTimeStep } from './store'

const TRIES = 10
const WINDOW_SECONDS = 15 * 60
/** One step to either side, for clocks that are off. @see RFC 6238 §5.2 */
const TOLERANCE_SECONDS = 30

export const totpPlace = (userId: string): Place => ({ table: 'totps', row: userId, column: 'secret_sealed' })

const throttleOf = (userId: string) => blindIndex('throttle', `code ${userId}`)

/** Counts one try at a code before it is looked at. @returns seconds to wait, or null when the try is allowed */
export async function countCodeAttempt(userId: string): Promise<number | null> {
  const { failures, waitSeconds } = await countAttempt(throttleOf(userId), WINDOW_SECONDS)
  return failures > TRIES ? waitSeconds : null
}

export const forgetCodeAttempts = (userId: string) => forgetAttempts(throttleOf(userId))

/** The person's TOTP secret in base32, if any. */
export async function openTotpSecret(db: Prisma, userId: string): Promise<{ secret: string; isConfirmed: boolean } | null> {
  const [totp, account] = [await findTotp(db, userId), await findAccount(db, userId)]
  if (!totp || !account) return null
  return { secret: PersonVault.of(account).openSecret(totp.secretSealed, totpPlace(userId)), isConfirmed: totp.confirmedAt !== null }
}

/** Whether a code from the authenticator app is right and its time step was not used before. @see RFC 6238 §5.2 */
export async function checkTotp(db: Prisma, userId: string, secret: string, code: string): Promise<boolean> {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const result = await verify({ secret, token, epochTolerance: TOLERANCE_SECONDS })
  return result.valid && 'timeStep' in result && (await spendTimeStep(db, userId, result.timeStep))
}
