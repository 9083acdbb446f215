import type { Prisma } from '#lib/core/db'
import type { Place } from '#lib/core/sealed'
import type { Realm } from './realm'

/** What can happen to who gets into an account, and is told its owner. */
export type AccessEvent =
  | 'logged_in'
  | 'new_device'
  | 'password_changed'
  | 'password_recovered'
  | 'password_guessed'
  | 'password_stopped'
  | 'code_guessed'
  | 'code_stopped'
  | 'passkey_added'
  | 'passkey_removed'
  | 'totp_enabled'
  | 'totp_disabled'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'session_ended'
  | 'sessions_ended'

/**
 * An account, opened.
 * @property name under which passkeys of it are offered
 * @property ownWords that its password must not be made of
 * @property accessVersion of who can get in; see `changeAccess`
 */
export type Account = {
  id: string
  email: string
  name: string
  ownWords: string[]
  /** Null: they have no password. */
  passwordHash: string | null
  hasTotp: boolean
  /** The operator lets nobody in. */
  isSuspended: boolean
  accessVersion: number
  /** Opens what only this account's own key opens. */
  openSecret: (sealed: Uint8Array, place: Place) => string
}

/**
 * The accounts of one realm, as far as the realms differ: what an account holds, which key seals its secrets, how its owner
 * is told, and whether somebody else has a say.
 */
export interface Accounts<Opened extends Account = Account> {
  realm: Realm
  open(db: Prisma, id: string): Promise<Opened | null>
  sealSecret(db: Prisma, account: Opened, text: string, place: Place): Promise<Buffer>
  /**
   * Writes it down where its owner looks and, where it matters, mails them, in the transaction of what happened.
   * @param browser its kind, where one is told of
   */
  tell(tx: Prisma, account: Opened, event: AccessEvent, browser?: string | null): Promise<void>
  /** Whoever sits at an open session of it could not say who they are. Nobody waits for what becomes of that. */
  noteFailedProof?(id: string, by: 'password' | 'code' | 'passkey'): void
  /** Whether the account must have a second factor, so that its last one stays. */
  isFactorRequired(tx: Prisma, account: Opened): Promise<boolean>
}

/** @throws when the account is gone; a live session belongs to a live account */
export async function requireAccount<Opened extends Account>(db: Prisma, accounts: Accounts<Opened>, id: string): Promise<Opened> {
  const account = await accounts.open(db, id)
  if (!account) throw new Error('the account of a live session is gone')
  return account
}
