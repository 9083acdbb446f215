import type { Queryable } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { recordEvent } from '#lib/events/record-event'
import { isEventType } from '#lib/events/types'
import type { VerificationSession } from '#prisma/generated/client'
import type { State } from './lifecycle'
import { presentOutcome, statusOf } from './present-outcome'

/** An event for every state that a company can see. What happens behind the same word is told to nobody. */
export async function tellCompany(tx: Queryable, before: State, session: VerificationSession): Promise<void> {
  const { companyId, appId, id, reference } = session
  const status = statusOf(session.status)
  const type = `verification.${status}` as const
  if (!companyId || !appId || status === statusOf(before) || !isEventType(type)) return
  const data = { app_id: appId, verification_id: id, reference, status: status as Told, ...presentOutcome(session) }
  await recordEvent(tx, companyId, shardOf(id), { type, data })
}

type Told = 'processing' | 'verified' | 'retry_required' | 'failed' | 'canceled' | 'expired'
