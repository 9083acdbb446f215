import { verify } from 'otplib'
import type { Prisma } from '#lib/core/db'
import type { Place } from '#lib/core/sealed'
import type { Accounts } from '../accounts'
import type { Owner } from '../realm'
import { TABLES } from '../tables'
import { findTotp, spendTimeStep } from './store'

/** One step to either side, for clocks that are off. @see RFC 6238 §5.2 */
const TOLERANCE_SECONDS = 30

export const totpPlace = ({ realm, id }: Owner): Place => ({ table: TABLES[realm].totps, row: id, column: 'secret_sealed' })

/** The account's TOTP secret in base32, if any. */
export async function openTotpSecret(db: Prisma, accounts: Accounts, id: string): Promise<{ secret: string; isConfirmed: boolean } | null> {
  const owner = { realm: accounts.realm, id }
  const [totp, account] = [await findTotp(db, owner), await accounts.open(db, id)]
  if (!totp || !account) return null
  return { secret: account.openSecret(totp.secret_sealed, totpPlace(owner)), isConfirmed: totp.is_confirmed }
}

/** Whether a code from the authenticator app is right and its time step was not used before. @see RFC 6238 §5.2 */
export async function checkTotp(db: Prisma, owner: Owner, secret: string, code: string): Promise<boolean> {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const result = await verify({ secret, token, epochTolerance: TOLERANCE_SECONDS })
  return result.valid && 'timeStep' in result && (await spendTimeStep(db, owner, result.timeStep))
}
