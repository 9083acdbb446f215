import { prismaTransaction } from '#lib/core/db'
import { hashPassword } from '#lib/core/passwords'
import { newId } from '#lib/core/random-id'
import { blindIndex } from '#lib/core/sealed'
import { PersonVault } from './person'
import { normaliseEmail, type Profile, type VerifiedClaims } from './schema'
import { insertPerson, insertVerifiedClaim } from './store'

/** An account, everything personal sealed under a data key of its own. */
export async function createPerson(input: {
  email: string
  password: string
  profile: Profile
  verified?: VerifiedClaims
  isEmailConfirmed: boolean
}): Promise<string> {
  const id = newId('usr')
  const email = normaliseEmail(input.email)
  const { vault, dataKeySealed, masterKeyId } = PersonVault.create(id)
  const passwordHash = await hashPassword(input.password)
  const now = new Date()
  await prismaTransaction(async (tx) => {
    await insertPerson(tx, {
      id,
      emailIndex: blindIndex('email', email),
      emailSealed: vault.sealEmail(email),
      profileSealed: vault.sealProfile(input.profile),
      dataKeySealed,
      masterKeyId,
      passwordHash,
      emailConfirmedAt: input.isEmailConfirmed ? now : null,
    })
    for (const [name, value] of Object.entries(input.verified ?? {})) {
      await insertVerifiedClaim(tx, { userId: id, name, valueSealed: vault.sealClaim(name, value), verifiedAt: now })
    }
  })
  return id
}
