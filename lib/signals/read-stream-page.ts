import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { sql } from '#lib/core/db'
import { findSignal } from './poll-store'
import { presentStream } from './present-stream'
import { claimsOfSet } from './sign-set'
import { signalOf } from './signal-of'
import { findStream } from './store'

/** The company's stream as its staff sees it; null when it has none. */
export async function readStreamPage({ companyId }: CompanyActor) {
  const stream = await findStream(sql, companyId)
  return stream && { ...presentStream(stream), kind: stream.kind, status: stream.status, reason: stream.status_reason }
}

/** What a signal says, as JSON; null when its event is no longer kept. @throws ApiError `not_found` */
export async function readSignal({ companyId }: CompanyActor, streamId: string, id: string): Promise<string | null> {
  const stream = await findStream(sql, companyId)
  const row = stream?.id === streamId ? await findSignal({ companyId, streamId }, id) : null
  if (!stream || !row) throw notFound()
  const signal = signalOf(stream, row)
  return signal && JSON.stringify(claimsOfSet(signal))
}
