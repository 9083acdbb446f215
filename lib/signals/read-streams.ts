import type { CompanyActor } from '#lib/companies/schema'
import { sql } from '#lib/core/db'
import { presentStream } from './present-stream'
import { requireStream } from './require-stream'
import { findStream } from './store'

/** One stream by its id, or a list of all there are. @see OpenID Shared Signals Framework 1.0 §8.1.1.2 @throws ApiError `not_found` */
export async function readStreams({ companyId }: CompanyActor, id: string | undefined) {
  if (id !== undefined) return presentStream(await requireStream(companyId, id))
  const stream = await findStream(sql, companyId)
  return stream ? [presentStream(stream)] : []
}
