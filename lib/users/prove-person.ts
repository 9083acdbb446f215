import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { withDatabase } from '#lib/core/db'
import { verifyPassword } from '#lib/core/passwords'
import { requireAccount } from './account/open-account'
import { markProven } from './account/store'
import { takeCode } from './factors/second-factor'
import { logInWithPasskey } from './passkeys/log-in-with-passkey'

export type ProofOutcome = 'proven' | 'wrong' | 'busy'

type Session = { userId: string; hash: Buffer<ArrayBuffer> }

/** The account as it was when the proof was found right: what changed since makes it worth nothing. */
const versionOf = async (userId: string) => (await withDatabase((db) => requireAccount(db, userId))).accessVersion

const settle = async ({ userId, hash }: Session, accessVersion: number): Promise<ProofOutcome> =>
  (await withDatabase((db) => markProven(db, userId, hash, accessVersion))) ? 'proven' : 'busy'

/** Counted before it is looked at, so that parallel guesses cannot outrun the count. */
const mayTry = async ({ userId }: Session): Promise<boolean> =>
  (await takeAllowance({ act: 'reauthentication', realm: 'person', by: 'account', subject: userId })).kind === 'taken'

/** Whoever is logged in types the password once more. */
export async function proveByPassword(session: Session, password: string): Promise<ProofOutcome> {
  if (!(await mayTry(session))) return 'busy'
  const account = await withDatabase((db) => requireAccount(db, session.userId))
  const verdict = await verifyPassword(account.passwordHash, password)
  return verdict === 'right' ? settle(session, account.accessVersion) : verdict
}

/** The same with a one-time code or a recovery code. */
export async function proveByCode(session: Session, code: string): Promise<ProofOutcome> {
  if (!(await mayTry(session))) return 'busy'
  const accessVersion = await versionOf(session.userId)
  if (!(await takeCode(session.userId, code))) return 'wrong'
  return settle(session, accessVersion)
}

/** The same with a passkey; one of another account proves nothing. */
export async function proveByPasskey(session: Session, response: AuthenticationResponseJSON): Promise<ProofOutcome> {
  const person = await logInWithPasskey(response)
  return person?.userId === session.userId ? settle(session, person.accessVersion) : 'wrong'
}
