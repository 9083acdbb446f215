import type { z } from 'zod'
import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import type { streamInput } from './contract'
import { presentStream } from './present-stream'
import { findStream, holdCompany, insertStream, noteStream } from './store'
import { streamFields } from './stream-fields'

/**
 * A company's stream of signals, of which it has one.
 * @throws ApiError `invalid_request`, `conflict` when there is one
 * @see OpenID Shared Signals Framework 1.0 §8.1.1.1
 */
export async function createStream(actor: CompanyActor, input: z.output<typeof streamInput>) {
  const id = newId('whk')
  const fields = streamFields(id, input)
  return transaction(async (tx) => {
    await holdCompany(tx, actor.companyId)
    if (!(await insertStream(tx, id, actor.companyId, fields)))
      throw new ApiError('conflict', 'Your company has a stream: change it, or remove it first.')
    await noteStream(tx, actor.companyId, true)
    const after = { delivery: fields.kind, url: fields.url, event_types: fields.event_types }
    await recordAudit(tx, actor, { action: 'signal_stream.created', target: { kind: 'signal_stream', id }, after })
    const stream = await findStream(tx, actor.companyId)
    if (!stream) throw new Error('the stream vanished while it was made')
    return presentStream(stream)
  })
}
