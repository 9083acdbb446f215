import type { AuditAction } from '#lib/audit/actions'
import type { Queryable } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'
import { recordEvent, type Told } from './record-event'
import { isTold, type ToldAction } from './types'

type Actor = { companyId: string; kind: string; id: string | null }
type Target = { kind: string; id: string }

/** How the data of an event names what a line of the audit log is about. */
const NAMES: Record<string, string> = { app: 'app_id', api_key: 'api_key_id', staff: 'member_id', invite: 'invite_id', webhook: 'webhook_id' }

/** A line of the audit log as an event, where it is one: ids and who did it, and nothing of what changed. */
export async function recordAuditedEvent(tx: Queryable, { companyId, kind, id }: Actor, action: AuditAction, target: Target): Promise<void> {
  if (!isTold(action)) return
  const name = NAMES[target.kind]
  const data = { ...(name && { [name]: target.id }), actor: { kind, id } }
  await recordEvent(tx, companyId, shardOfCompany(companyId), { type: action, data } as unknown as Told<ToldAction>)
}
