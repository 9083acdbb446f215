import type { Account } from '#lib/accounts/accounts'
import type { Prisma } from '#lib/core/db'
import { DEFAULT_LOCALE, type Locale } from '#lib/i18n/locales'
import { PersonVault } from '../person'
import type { Profile, VerifiedClaims } from '../schema'
import { findAccount } from './store'

/** An account with its personal data opened. */
export type OpenAccount = Account & {
  locale: Locale
  profile: Profile
  verified: VerifiedClaims
  deletionDueAt: Date | null
  createdAt: Date
  vault: PersonVault
}

export async function openAccount(db: Prisma, id: string): Promise<OpenAccount | null> {
  const row = await findAccount(db, id)
  if (!row) return null
  const vault = PersonVault.of(row)
  const [email, profile] = [vault.openEmail(row.emailSealed), vault.openProfile(row.profileSealed)]
  return {
    id,
    email,
    name: email,
    ownWords: Object.values(profile),
    locale: profile.locale ?? DEFAULT_LOCALE,
    profile,
    verified: vault.openClaims(row.verifiedClaims),
    passwordHash: row.passwordHash,
    hasTotp: row.totp?.confirmedAt != null,
    deletionDueAt: row.deletionDueAt,
    isSuspended: row.suspendedAt !== null,
    accessVersion: row.accessVersion,
    createdAt: row.createdAt,
    vault,
    openSecret: vault.openSecret,
  }
}

/** @throws when the account is gone; a live session belongs to a live account */
export async function requireAccount(db: Prisma, id: string): Promise<OpenAccount> {
  const account = await openAccount(db, id)
  if (!account) throw new Error('the account of a live session is gone')
  return account
}
