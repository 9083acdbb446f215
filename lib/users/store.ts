import type { ClaimedAddress } from '#lib/accounts/addresses/claimed-address'
import { findPlaces, type Place } from '#lib/accounts/addresses/find-places'
import { type Prisma, sql, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { PEOPLE_ADDRESSES } from './addresses'
import type { Assurance } from './assurance'
import type { SealedClaim, SealedPerson } from './person'

export type Person = SealedPerson & { verifiedClaims: (SealedClaim & { assurance: Assurance; contestId: string | null; expiresAt: Date | null })[] }

export const findPerson = (db: Prisma, id: string): Promise<Person | null> =>
  db.user.findUnique({
    where: { shard_id: { shard: shardOf(id), id } },
    select: {
      id: true,
      emailSealed: true,
      profileSealed: true,
      dataKeySealed: true,
      masterKeyId: true,
      verifiedClaims: { select: { name: true, valueSealed: true, assurance: true, contestId: true, expiresAt: true } },
    },
  })

export type Credentials = {
  id: string
  passwordHash: string | null
  accessVersion: number
  isConfirmed: boolean
  hasTotp: boolean
  isKnownDevice: boolean
}

type CredentialsRow = {
  id: string
  password_hash: string | null
  access_version: number
  is_confirmed: boolean
  has_totp: boolean
  is_known_device: boolean
}

// Asked for an address that is nobody's, too, so that it takes as long. Of two accounts that are kept under forms of one
// address the confirmed one counts.
const FIND_CREDENTIALS = statement<CredentialsRow>(
  'find_credentials',
  `SELECT u.id, u.password_hash, u.access_version, u.email_confirmed_at IS NOT NULL AS is_confirmed,
          EXISTS (SELECT FROM totps t WHERE t.shard = u.shard AND t.user_id = u.id AND t.confirmed_at IS NOT NULL) AS has_totp,
          EXISTS (SELECT FROM known_devices d WHERE d.shard = u.shard AND d.user_id = u.id AND d.device_hash = $2) AS is_known_device
   FROM users u WHERE u.shard = $3 AND u.id = $4 AND u.email_index = $1`,
)

/** @param email in normal form @param device the fingerprint of the browser that asks */
export async function findCredentials(email: string, device: Buffer | null): Promise<Credentials | null> {
  const found = await Promise.all((await findPlaces(PEOPLE_ADDRESSES, email)).map((entry) => credentialsAt(entry, device)))
  return found.filter((one) => one !== null).sort((one, other) => Number(other.isConfirmed) - Number(one.isConfirmed))[0] ?? null
}

async function credentialsAt({ emailIndex, id: userId }: Place, device: Buffer | null): Promise<Credentials | null> {
  const [row] = await sql.query(FIND_CREDENTIALS, [emailIndex, device, shardOf(userId), userId])
  if (!row) return null
  const { id, password_hash: passwordHash, access_version: accessVersion } = row
  return { id, passwordHash, accessVersion, isConfirmed: row.is_confirmed, hasTotp: row.has_totp, isKnownDevice: row.is_known_device }
}

export type NewPerson = {
  emailSealed: Buffer<ArrayBuffer>
  profileSealed: Buffer<ArrayBuffer>
  dataKeySealed: Buffer<ArrayBuffer>
  masterKeyId: string
  passwordHash: string | null
  emailConfirmedAt: Date | null
  environment: string | undefined
}

export const insertPerson = (tx: Prisma, { id, emailIndex, requireFresh }: ClaimedAddress<'person'>, person: NewPerson) => {
  requireFresh()
  return tx.user.create({ data: { shard: shardOf(id), id, emailIndex, ...person } })
}

export const insertVerifiedClaim = (
  tx: Prisma,
  claim: { userId: string; name: string; valueSealed: Buffer<ArrayBuffer>; assurance: Assurance; verifiedAt: Date },
) => tx.verifiedClaim.create({ data: { shard: shardOf(claim.userId), ...claim } })

/** @returns null where there is nobody */
export const environmentOf = async (db: Prisma, id: string): Promise<string | null> =>
  (await db.user.findUnique({ where: { shard_id: { shard: shardOf(id), id } }, select: { environment: true } }))?.environment ?? null
