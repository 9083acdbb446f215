import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { withDatabase } from '#lib/core/db'
import { verifyPassword } from '#lib/core/passwords'
import { type Accounts, requireAccount } from '../accounts'
import { isOneTimeCode, takeCode } from '../factors/second-factor'
import { logInWithPasskey } from '../passkeys/log-in-with-passkey'
import { markProven } from '../sessions/store'
import { takeAllowance } from '../throttles/take-allowance'

export type ProofOutcome = 'proven' | 'wrong' | 'busy'

type Hash = Buffer<ArrayBuffer>

/** The account as it was when the proof was found right: what changed since makes it worth nothing. */
const versionOf = async (accounts: Accounts, id: string) => (await withDatabase((db) => requireAccount(db, accounts, id))).accessVersion

const settle = async ({ realm }: Accounts, id: string, hash: Hash, accessVersion: number, amr: string[]): Promise<ProofOutcome> =>
  (await withDatabase((db) => markProven(db, { realm, id }, hash, accessVersion, amr))) ? 'proven' : 'busy'

/** Counted before it is looked at, so that parallel guesses cannot outrun the count. */
const mayTry = async ({ realm }: Accounts, id: string, act: 'reauthentication' | 'recoveryProof' = 'reauthentication'): Promise<boolean> =>
  (await takeAllowance({ act, realm, by: 'account', subject: id })).kind === 'taken'

function wrong(accounts: Accounts, id: string, by: 'code' | 'passkey'): ProofOutcome {
  accounts.noteFailedProof?.(id, by)
  return 'wrong'
}

/** Whoever is logged in types the password once more. */
export async function proveByPassword(accounts: Accounts, id: string, hash: Hash, password: string): Promise<ProofOutcome> {
  if (!(await mayTry(accounts, id))) return 'busy'
  const account = await withDatabase((db) => requireAccount(db, accounts, id))
  const verdict = await verifyPassword(account.passwordHash, password)
  if (verdict === 'wrong') accounts.noteFailedProof?.(id, 'password')
  return verdict === 'right' ? settle(accounts, id, hash, account.accessVersion, []) : verdict
}

/** The same with a one-time code or a recovery code. */
export async function proveByCode(accounts: Accounts, id: string, hash: Hash, code: string): Promise<ProofOutcome> {
  if (!(await mayTry(accounts, id, isOneTimeCode(code) ? 'reauthentication' : 'recoveryProof'))) return 'busy'
  const accessVersion = await versionOf(accounts, id)
  if (!(await takeCode(accounts, id, code))) return wrong(accounts, id, 'code')
  return settle(accounts, id, hash, accessVersion, ['otp', 'mfa'])
}

/** The same with a passkey; one of another account proves nothing. */
export async function proveByPasskey(accounts: Accounts, id: string, hash: Hash, response: AuthenticationResponseJSON): Promise<ProofOutcome> {
  const proven = await logInWithPasskey(accounts, response)
  return proven?.id === id ? settle(accounts, id, hash, proven.accessVersion, proven.amr) : wrong(accounts, id, 'passkey')
}
