import { onEachPrimary, spanning, sql, transaction } from '#lib/core/db'
import { lockChain, nextPlace } from './chain/store'
import type { ExportedRow } from './ocsf'

const EXPORT = spanning<ExportedRow>(
  'export_audit_events',
  `SELECT id::text, position::text, created_at, company_id, actor_kind, actor_id, action, target_kind, target_id, place_sealed, detail
   FROM audit_events e WHERE e.position > $1 AND e.position < $2 ORDER BY e.position LIMIT $3`,
)

/**
 * The log of all companies in its one order. Lines get their place after their transaction, and of several primaries only those are told
 * that no place of any can come before any more, so none comes later before one that was taken.
 * @param after the place of the last line that was taken
 */
export async function exportAudit(after: string, take: number): Promise<ExportedRow[]> {
  const next = await onEachPrimary(() =>
    transaction(async (tx) => {
      await lockChain(tx)
      return BigInt(await nextPlace(tx))
    }),
  )
  const end = next.reduce((first, place) => (place < first ? place : first))
  const found = await onEachPrimary(() => sql.query(EXPORT, [after, String(end), take]))
  return found
    .flat()
    .sort((one, other) => Number(BigInt(one.position) - BigInt(other.position)))
    .slice(0, take)
}
