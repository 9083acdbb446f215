import { type Prisma, type Queryable, spanning } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'
import type { KeyPermission } from './key-permissions'
import type { KeyTerms } from './key-terms'

const TAKE = spanning<{ company_id: string; name: string; expires_at: Date }>(
  'take_ending_api_keys',
  `WITH due AS (
     SELECT u.shard, u.key_id, k.company_id, k.name, k.expires_at
     FROM api_keys k JOIN companies c ON c.id = k.company_id AND c.suspended_at IS NULL JOIN api_key_uses u ON u.key_id = k.id
     WHERE k.expires_at > clock_timestamp() AND k.expires_at < clock_timestamp() + make_interval(days => $1)
       AND k.invalidated_at IS NULL AND u.expiry_told_at IS NULL
     ORDER BY k.expires_at LIMIT $2 FOR UPDATE OF u SKIP LOCKED
   )
   UPDATE api_key_uses u SET expiry_told_at = clock_timestamp() FROM due WHERE u.shard = due.shard AND u.key_id = due.key_id
   RETURNING due.company_id, due.name, due.expires_at`,
)

/** Keys that run out within so many days and of which nobody was told; each is taken once. */
export const takeEndingKeys = (tx: Queryable, days: number, take: number) => tx.query(TAKE, [days, take])

/** Remembers that a key was refused for where it came from. @returns whether the company is to be told: once in ten minutes */
export async function markRefused(tx: Prisma, companyId: string, id: string): Promise<boolean> {
  const marked = await tx.$executeRaw`
    UPDATE api_key_uses SET refused_at = clock_timestamp()
    WHERE shard = ${shardOfCompany(companyId)} AND key_id = ${id} AND (refused_at IS NULL OR refused_at < clock_timestamp() - interval '10 minutes')`
  return marked === 1
}

/** A company's key while it is good for anything, held until the end of the change. */
export async function holdLiveKey(tx: Prisma, companyId: string, id: string) {
  const [row] = await tx.$queryRaw<{ permissions: KeyPermission[]; allowed_networks: string[] }[]>`
    SELECT permissions, allowed_networks FROM api_keys
    WHERE id = ${id} AND company_id = ${companyId} AND invalidated_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp()) FOR UPDATE`
  return row ?? null
}

export const setKeyTerms = (tx: Prisma, id: string, { permissions, allowedNetworks }: KeyTerms) =>
  tx.apiKey.update({ where: { id }, data: { permissions, allowedNetworks }, select: { id: true } })
