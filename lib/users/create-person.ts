import { type Prisma, transaction } from '#lib/core/db'
import { emailAddress } from '#lib/core/email-address'
import { hashOfMade, type MadePassword } from '#lib/core/passwords'
import { newIdOn } from '#lib/core/shard'
import type { Assurance } from './assurance'
import { emailIndexOf } from './email-index'
import { PersonVault } from './person'
import type { Profile, VerifiedClaims } from './schema'
import { insertPerson, insertVerifiedClaim } from './store'

export type NewAccount = {
  /** Where a passkey was made for it already. */
  id?: string
  email: string
  /** Null: with another way to log in. */
  passwordHash: string | null
  profile: Profile
  verified?: VerifiedClaims /** Of what is verified. */
  assurance?: Assurance
  isEmailConfirmed: boolean
  /** Left out: they are real. */
  environment?: string
}

/** Writes an account, everything personal sealed under a data key of its own. @returns its id */
export async function insertAccount(
  tx: Prisma,
  { id = newIdOn('usr'), email: typed, passwordHash, profile, verified, assurance = 'person', isEmailConfirmed, environment }: NewAccount,
): Promise<string> {
  const email = emailAddress.parse(typed)
  const { vault, dataKeySealed, masterKeyId } = PersonVault.create(id)
  const now = new Date()
  await insertPerson(tx, {
    id,
    emailIndex: emailIndexOf(email),
    emailSealed: vault.sealEmail(email),
    profileSealed: vault.sealProfile(profile),
    dataKeySealed,
    masterKeyId,
    passwordHash,
    emailConfirmedAt: isEmailConfirmed ? now : null,
    environment,
  })
  for (const [name, value] of Object.entries(verified ?? {})) {
    await insertVerifiedClaim(tx, { userId: id, name, valueSealed: vault.sealClaim(name, value), assurance, verifiedAt: now })
  }
  return id
}

/** An account made by us, without a registration: the demo and the tests. */
export async function createPerson(account: Omit<NewAccount, 'passwordHash'> & MadePassword): Promise<string> {
  const passwordHash = await hashOfMade(account)
  return transaction((tx) => insertAccount(tx, { ...account, passwordHash }))
}
