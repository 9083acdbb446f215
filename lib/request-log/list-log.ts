import type { z } from 'zod'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'
import { decodeTimeCursor, toPage } from '#lib/core/page'
import { isId } from '#lib/core/random-id'
import { rfc3339 } from '#lib/core/time'
import type { listLogOperation, listLogQuery } from './contract'
import { findCallerNames, findRequestLine, findRequestLines, type RequestLine } from './read-store'
import { LATENCY_CLASSES } from './seen'

/** A page of what the company's apps and keys asked, newest first. @throws ApiError `invalid_request` */
export async function listLog(
  { companyId }: CompanyActor,
  query: z.output<typeof listLogQuery>,
): Promise<z.input<(typeof listLogOperation)['output']>> {
  const { limit, cursor, app_id, api_key_id, request_id, failed } = query
  if (app_id !== undefined && api_key_id !== undefined) throw new ApiError('invalid_request', 'api_key_id: cannot be given together with app_id')
  const last = decodeTimeCursor(cursor)
  const filter = { callerId: app_id ?? api_key_id ?? null, isFailed: failed === 'true', code: null }
  const rows =
    request_id === undefined
      ? await findRequestLines(companyId, filter, { before: last && { at: last.createdAt, id: last.id }, take: limit + 1 })
      : await findOne(companyId, request_id)
  if (rows.length === 0) await requireOwnCaller(companyId, app_id, api_key_id)
  return toPage(rows, limit, present, ({ at, request_id: id }) => [at.toISOString(), id])
}

/** Whoever waits for lines of an app or key that is not theirs, or mistyped its id, would wait for ever. */
async function requireOwnCaller(companyId: string, appId: string | undefined, keyId: string | undefined): Promise<void> {
  const id = appId ?? keyId
  if (id === undefined || (isId(appId === undefined ? 'key' : 'app', id) && (await findCallerNames(companyId, [id])).size > 0)) return
  throw new ApiError('invalid_request', appId === undefined ? 'api_key_id: is no key of yours' : 'app_id: is no app of yours')
}

async function findOne(companyId: string, requestId: string): Promise<RequestLine[]> {
  const line = isId('req', requestId) ? await findRequestLine(companyId, requestId) : null
  return line ? [line] : []
}

const present = ({ caller_id, at, latency, ...line }: RequestLine) => ({
  request_id: line.request_id,
  created_at: rfc3339(at),
  app_id: isId('app', caller_id) ? caller_id : null,
  api_key_id: isId('key', caller_id) ? caller_id : null,
  endpoint: line.endpoint,
  status: line.status,
  code: line.code,
  reason: line.reason,
  latency: latency === null ? null : (LATENCY_CLASSES[latency] ?? null),
  library: line.library,
})
