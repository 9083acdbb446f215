import { notFound } from '#lib/core/api-error'
import { isId } from '#lib/core/random-id'
import { replaceStream, updateStream } from '#lib/signals/change-stream'
import { transmitterConfiguration } from '#lib/signals/configuration'
import {
  addSubjectOperation,
  createStreamOperation,
  deleteStreamOperation,
  pollStreamOperation,
  readStreamOperation,
  readStreamStatusOperation,
  removeSubjectOperation,
  replaceStreamOperation,
  updateStreamOperation,
  updateStreamStatusOperation,
  verifyStreamOperation,
} from '#lib/signals/contract'
import { createStream } from '#lib/signals/create-stream'
import { deleteStream } from '#lib/signals/delete-stream'
import { pollStream } from '#lib/signals/poll-stream'
import { readStreams } from '#lib/signals/read-streams'
import { readStreamStatus, updateStreamStatus } from '#lib/signals/stream-status'
import { addSubject, removeSubject } from '#lib/signals/stream-subjects'
import { verifyStream } from '#lib/signals/verify-stream'
import { BEARER_STYLE, bind, companyEndpoints } from '../company-route'
import { json } from '../message'
import { protocolEndpoint } from '../protocol-route'

/** The stream of the path. @throws ApiError `not_found` for anything that cannot be an id */
function idOf({ id = '' }: Record<string, string>): string {
  if (!isId('whk', id)) throw notFound()
  return id
}

/** A company's stream of signals. @see OpenID Shared Signals Framework 1.0 §8 */
export const signalBindings = [
  bind(createStreamOperation, (actor, { body }) => createStream(actor, body)),
  bind(readStreamOperation, (actor, { query }) => readStreams(actor, query.stream_id)),
  bind(updateStreamOperation, (actor, { body }) => updateStream(actor, body)),
  bind(replaceStreamOperation, (actor, { body }) => replaceStream(actor, body)),
  bind(deleteStreamOperation, (actor, { query }) => deleteStream(actor, query.stream_id)),
  bind(readStreamStatusOperation, (actor, { query }) => readStreamStatus(actor, query.stream_id)),
  bind(updateStreamStatusOperation, (actor, { body }) => updateStreamStatus(actor, body.stream_id, body.status, body.reason ?? null)),
  bind(addSubjectOperation, (actor, { body }) => addSubject(actor, body.stream_id, body.subject)),
  bind(removeSubjectOperation, (actor, { body }) => removeSubject(actor, body.stream_id, body.subject)),
  bind(verifyStreamOperation, (actor, { body }) => verifyStream(actor, body.stream_id, body.state)),
  bind(pollStreamOperation, (actor, { params, body }) => pollStream(actor, idOf(params), body)),
]

export const signalEndpoints = companyEndpoints(signalBindings, BEARER_STYLE)

/** @see OpenID Shared Signals Framework 1.0 §7.2 */
export const ssfConfigurationEndpoint = protocolEndpoint('/.well-known/ssf-configuration', {
  GET: async () => json(transmitterConfiguration(), 200, { 'Cache-Control': 'public, max-age=300' }),
})
