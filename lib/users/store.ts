import type { Prisma } from '#lib/core/db'
import type { SealedClaim, SealedPerson } from './person'

export type Person = SealedPerson & { updatedAt: Date; verifiedClaims: SealedClaim[] }

export const findPerson = (db: Prisma, id: string): Promise<Person | null> =>
  db.user.findUnique({
    where: { id },
    select: {
      id: true,
      emailSealed: true,
      profileSealed: true,
      dataKeySealed: true,
      masterKeyId: true,
      updatedAt: true,
      verifiedClaims: { select: { name: true, valueSealed: true } },
    },
  })

export const findCredentials = (db: Prisma, emailIndex: Buffer<ArrayBuffer>) =>
  db.user.findUnique({
    where: { emailIndex },
    select: { id: true, passwordHash: true, emailConfirmedAt: true, totp: { select: { confirmedAt: true } } },
  })

export type NewPerson = {
  id: string
  emailIndex: Buffer<ArrayBuffer>
  emailSealed: Buffer<ArrayBuffer>
  profileSealed: Buffer<ArrayBuffer>
  dataKeySealed: Buffer<ArrayBuffer>
  masterKeyId: string
  passwordHash: string
  emailConfirmedAt: Date | null
}

export const insertPerson = (tx: Prisma, person: NewPerson) => tx.user.create({ data: person })

export const insertVerifiedClaim = (tx: Prisma, claim: { userId: string; name: string; valueSealed: Buffer<ArrayBuffer>; verifiedAt: Date }) =>
  tx.verifiedClaim.create({ data: claim })
