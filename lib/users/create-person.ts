import { requireAddress } from '#lib/accounts/addresses/claim-address'
import type { ClaimedAddress } from '#lib/accounts/addresses/claimed-address'
import { withAddress } from '#lib/accounts/addresses/settle-addresses'
import { type Prisma, transaction } from '#lib/core/db'
import { emailAddress } from '#lib/core/email-address'
import { type MadePassword, requirePasswordHash } from '#lib/core/passwords'
import { newIdOn } from '#lib/core/shard'
import { PEOPLE_ADDRESSES } from './addresses'
import type { Assurance } from './assurance'
import { PersonVault } from './person'
import type { Profile, VerifiedClaims } from './schema'
import { insertPerson, insertVerifiedClaim } from './store'

export type NewAccount = {
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

/** Writes an account that claimed its address, everything personal sealed under a data key of its own. @returns its id */
export async function insertAccount(
  tx: Prisma,
  address: ClaimedAddress<'person'>,
  { email, passwordHash, profile, verified, assurance = 'person', isEmailConfirmed, environment }: NewAccount,
): Promise<string> {
  const id = address.id
  const { vault, dataKeySealed, masterKeyId } = PersonVault.create(id)
  const now = new Date()
  await insertPerson(tx, address, {
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
export async function createPerson({
  id = newIdOn('usr'),
  ...account
}: Omit<NewAccount, 'passwordHash'> & { id?: string } & (MadePassword | { passwordHash: null })): Promise<string> {
  const [email, passwordHash] = [
    emailAddress.parse(account.email),
    'password' in account ? await requirePasswordHash(account.password) : account.passwordHash,
  ]
  const address = await requireAddress(PEOPLE_ADDRESSES, email, id)
  return withAddress(address, () => transaction((tx) => insertAccount(tx, address, { ...account, email, passwordHash })))
}
