import type { ClaimedAddress } from '#lib/accounts/addresses/claimed-address'
import { databaseNow, type Prisma, spanning, sql, statement, transaction } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'
import type { KeyPermission } from './keys/key-permissions'
import { insertMember } from './members/store'

const FIND_KEY = statement<{ id: string; company_id: string; permissions: KeyPermission[]; allowed_networks: string[] }>(
  'find_api_key',
  `SELECT k.id, k.company_id, k.permissions, k.allowed_networks FROM api_keys k JOIN companies c ON c.id = k.company_id AND c.suspended_at IS NULL
   WHERE k.key_hash = ANY($1) AND k.invalidated_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())`,
)

// At most one write a minute per key, so that reading an app never becomes a write.
const TOUCH_KEY = statement<object>(
  'touch_api_key',
  `UPDATE api_key_uses SET last_used_at = clock_timestamp(), last_place_sealed = $3
   WHERE shard = $1 AND key_id = $2 AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')`,
)

export async function findApiKey(hashes: Buffer[]) {
  const [key] = await sql.query(FIND_KEY, [hashes])
  return key ? { id: key.id, companyId: key.company_id, permissions: key.permissions, allowedNetworks: key.allowed_networks } : null
}

/** @param place where it is used from, sealed */
export const touchApiKey = (companyId: string, id: string, place: Buffer | null) => sql.query(TOUCH_KEY, [shardOfCompany(companyId), id, place])

export const findCompany = (db: Prisma, id: string) => db.company.findUnique({ where: { id } })

const DAY_MS = 86_400_000

type NewApiKey = {
  id: string
  companyId: string
  createdById: string | null
  name: string
  keyHash: Buffer<ArrayBuffer>
  pepperId: string
  lastFour: string
  permissions: KeyPermission[]
  allowedNetworks: string[]
}

/** @param days after which it is refused @returns when that is */
export async function insertApiKey(tx: Prisma, key: NewApiKey, days: number | null): Promise<Date | null> {
  const createdAt = await databaseNow(tx)
  const expiresAt = days === null ? null : new Date(createdAt.getTime() + days * DAY_MS)
  await tx.apiKey.create({ data: { ...key, createdAt, expiresAt } })
  await tx.apiKeyUse.create({ data: { shard: shardOfCompany(key.companyId), keyId: key.id } })
  return expiresAt
}

/** @returns whether a live key of this company was there to invalidate */
export async function markApiKeyInvalidated(tx: Prisma, id: string, companyId: string): Promise<boolean> {
  const now = await databaseNow(tx)
  const changed = await tx.$executeRaw`
    UPDATE api_keys SET invalidated_at = ${now}
    WHERE id = ${id} AND company_id = ${companyId} AND invalidated_at IS NULL`
  return changed === 1
}

/** A company and its owner, who claimed their address. */
export async function insertCompany(
  tx: Prisma,
  company: { id: string; name: string },
  address: ClaimedAddress<'staff'>,
  owner: { email: string; name: string; passwordHash: string },
  isConfirmed: boolean,
): Promise<void> {
  await tx.company.create({ data: { ...company, createdAt: await databaseNow(tx) } })
  await insertMember(tx, address, { ...owner, companyId: company.id, role: 'owner' }, isConfirmed)
}

const TAKE_UNCONFIRMED = spanning<{ company_id: string }>(
  'take_unconfirmed_companies',
  `SELECT s.company_id FROM staff_members s
   WHERE s.email_confirmed_at IS NULL AND s.created_at < clock_timestamp() - make_interval(secs => $1)
     AND NOT EXISTS (SELECT FROM staff_members o WHERE o.shard = s.shard AND o.company_id = s.company_id AND o.email_confirmed_at IS NOT NULL)
     AND NOT EXISTS (SELECT FROM staff_tokens t WHERE t.shard = s.shard AND t.staff_id = s.id AND t.expires_at > clock_timestamp())
   LIMIT 1000 FOR UPDATE OF s SKIP LOCKED`,
)
const REMOVE = statement<object>('remove_companies', `DELETE FROM companies WHERE id = ANY($1) RETURNING 1`)

/** Companies registered that long ago whose address nobody confirmed and nobody can confirm any more. @returns how many */
export const deleteUnconfirmedCompanies = (seconds: number): Promise<number> =>
  transaction(async (tx) => {
    const companyIds = (await tx.query(TAKE_UNCONFIRMED, [seconds])).map((row) => row.company_id)
    return companyIds.length === 0 ? 0 : (await tx.query(REMOVE, [companyIds])).length
  })
