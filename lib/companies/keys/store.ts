import { type Queryable, statement } from '#lib/core/db'

const TAKE = statement<{ company_id: string; name: string; expires_at: Date }>(
  'take_ending_api_keys',
  `UPDATE api_keys SET expiry_told_at = clock_timestamp() WHERE id = ANY(ARRAY(
     SELECT k.id FROM api_keys k JOIN companies c ON c.id = k.company_id AND c.suspended_at IS NULL
     WHERE k.expires_at > clock_timestamp() AND k.expires_at < clock_timestamp() + make_interval(days => $1)
       AND k.invalidated_at IS NULL AND k.expiry_told_at IS NULL
     ORDER BY k.expires_at LIMIT $2 FOR UPDATE OF k SKIP LOCKED))
   RETURNING company_id, name, expires_at`,
)

/** Keys that run out within so many days and of which nobody was told; each is taken once. */
export const takeEndingKeys = (tx: Queryable, days: number, take: number) => tx.query(TAKE, [days, take])
