import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { transaction } from '#lib/core/db'
import { requireLockedStream, requireStream } from './require-stream'
import type { StreamStatus } from './schema'
import { setStreamStatus } from './store'

const present = (stream_id: string, status: StreamStatus, reason: string | null) => ({ stream_id, status, ...(reason !== null && { reason }) })

/** @see OpenID Shared Signals Framework 1.0 §8.1.2.1 @throws ApiError `not_found` */
export async function readStreamStatus({ companyId }: CompanyActor, id: string) {
  const { status, status_reason } = await requireStream(companyId, id)
  return present(id, status, status_reason)
}

/**
 * While a stream is paused signals are kept for it, and while it is disabled they are lost.
 * @see OpenID Shared Signals Framework 1.0 §8.1.2.2 @throws ApiError `not_found`
 */
export const updateStreamStatus = (actor: CompanyActor, id: string, status: StreamStatus, reason: string | null) =>
  transaction(async (tx) => {
    const before = await requireLockedStream(tx, actor.companyId, id)
    await setStreamStatus(tx, before, status, reason)
    const [target, action] = [{ kind: 'signal_stream', id }, 'signal_stream.updated'] as const
    await recordAudit(tx, actor, { action, target, before: { status: before.status }, after: { status } })
    return present(id, status, reason)
  })
