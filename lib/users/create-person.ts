import { type Prisma, prismaTransaction } from '#lib/core/db'
import { requirePasswordHash } from '#lib/core/passwords'
import { newId } from '#lib/core/random-id'
import { blindIndex } from '#lib/core/sealed'
import { PersonVault } from './person'
import { normaliseEmail, type Profile, type VerifiedClaims } from './schema'
import { insertPerson, insertVerifiedClaim } from './store'

export type NewAccount = { email: string; passwordHash: string; profile: Profile; verified?: VerifiedClaims; isEmailConfirmed: boolean }

/** Writes an account, everything personal sealed under a data key of its own. @returns its id */
export async function insertAccount(tx: Prisma, { email: typed, passwordHash, profile, verified, isEmailConfirmed }: NewAccount): Promise<string> {
  const id = newId('usr')
  const email = normaliseEmail(typed)
  const { vault, dataKeySealed, masterKeyId } = PersonVault.create(id)
  const now = new Date()
  await insertPerson(tx, {
    id,
    emailIndex: blindIndex('email', email),
    emailSealed: vault.sealEmail(email),
    profileSealed: vault.sealProfile(profile),
    dataKeySealed,
    masterKeyId,
    passwordHash,
    emailConfirmedAt: isEmailConfirmed ? now : null,
  })
  for (const [name, value] of Object.entries(verified ?? {})) {
    await insertVerifiedClaim(tx, { userId: id, name, valueSealed: vault.sealClaim(name, value), verifiedAt: now })
  }
  return id
}

/** An account made by us, without a registration: the demo and the tests. */
export async function createPerson({ password, ...account }: Omit<NewAccount, 'passwordHash'> & { password: string }): Promise<string> {
  const passwordHash = await requirePasswordHash(password)
  return prismaTransaction((tx) => insertAccount(tx, { ...account, passwordHash }))
}
