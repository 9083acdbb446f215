import { verify } from 'otplib'
import type { Prisma } from '#lib/core/db'
import type { Place } from '#lib/core/sealed'
import { findAccount } from '../account/store'
import { PersonVault } from '../person'
import { findTotp, spendTimeStep } from './store'

/** One step to either side, for clocks that are off. @see RFC 6238 §5.2 */
const TOLERANCE_SECONDS = 30

export const totpPlace = (userId: string): Place => ({ table: 'totps', row: userId, column: 'secret_sealed' })

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
