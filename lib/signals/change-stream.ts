import type { z } from 'zod'
import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { type changeStreamInput, transmitterSupplied } from './contract'
import { presentStream } from './present-stream'
import { requireLockedStream } from './require-stream'
import type { Stream } from './schema'
import { changeStream, findStream } from './store'
import { mergedInput, streamFields } from './stream-fields'

type Input = z.output<typeof changeStreamInput>

/** Changes what is named and nothing else. @see OpenID Shared Signals Framework 1.0 §8.1.1.3 @throws ApiError `not_found`, `invalid_request` */
export const updateStream = (actor: CompanyActor, input: Input) => change(actor, input, (stream) => mergedInput(stream, input))

/** What is not named is deleted. @see OpenID Shared Signals Framework 1.0 §8.1.1.4 @throws ApiError `not_found`, `invalid_request` */
export const replaceStream = (actor: CompanyActor, input: Input) => change(actor, input, () => input)

const change = (actor: CompanyActor, input: Input, wanted: (stream: Stream) => Parameters<typeof streamFields>[1]) =>
  transaction(async (tx) => {
    const before = await requireLockedStream(tx, actor.companyId, input.stream_id)
    requireOurs(input, presentStream(before))
    const fields = streamFields(before.id, wanted(before))
    await changeStream(tx, before, fields)
    await recordAudit(tx, actor, {
      action: 'signal_stream.updated',
      target: { kind: 'signal_stream', id: before.id },
      before: { delivery: before.kind, url: before.url, event_types: before.event_types },
      after: { delivery: fields.kind, url: fields.url, event_types: fields.event_types },
    })
    const after = await findStream(tx, actor.companyId)
    return presentStream(after ?? before)
  })

/** What is ours to say may come back to us as we said it, and in no other way. */
function requireOurs(input: Input, said: Record<string, unknown>): void {
  const wrong = Object.keys(transmitterSupplied.shape).find(
    (name) => Object.hasOwn(input, name) && !isSame((input as Record<string, unknown>)[name], said[name]),
  )
  if (wrong) throw new ApiError('invalid_request', `${wrong}: is not yours to change`)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))
const ordered = (value: unknown) => (Array.isArray(value) ? value.map(String).toSorted() : value)
