import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '#lib/core/env'
import { countRequest } from '#lib/core/metrics'
import { withPageStatus } from '#lib/core/page-status'
import { readDecodableForm } from './decodable-form'
import { explainFailure } from './page-failed'
import type { Refusal } from './refusal'
import { refusePage } from './refuse-page'

/** Next, as the process hands it over. */
export type Pages = {
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** @throws at a header that Next would fail over */
  readRouterState: (header: string | string[] | undefined) => unknown
}

/** Largest body a page's form may send; endpoints have their own, smaller limit. */
const MAX_PAGE_BODY_BYTES = 1024 * 1024

/** Headers by which a proxy would tell about itself, or a client ask for another protocol. Nothing is derived from them. */
const NOT_FOR_US = new Set([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
  'x-middleware-subrequest',
  'x-request-id',
  // Nothing is upgraded here, nor behind.
  'upgrade',
  'http2-settings',
])

const PAGE_HEADERS = {
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Hands a request to Next with the headers of a page, unless it is one that Next cannot answer well. */
export async function servePage(pages: Pages, incoming: IncomingMessage, outgoing: ServerResponse, id: string): Promise<void> {
  const fault = pageRequestFault(incoming, pages.readRouterState)
  if (fault) return refusePage(incoming, outgoing, id, fault)
  dropForeignHeaders(incoming)
  // A page that says no names the request, as the log does.
  incoming.headers['x-request-id'] = id
  incoming.rawHeaders.push('X-Request-Id', id)
  for (const [name, value] of Object.entries(PAGE_HEADERS)) outgoing.setHeader(name, value)
  // Documents are photographed on these pages and nowhere else.
  if (incoming.url?.startsWith('/verify/'))
    outgoing.setHeader('Permissions-Policy', PAGE_HEADERS['Permissions-Policy'].replace('camera=()', 'camera=(self)'))
  const began = performance.now()
  outgoing.once('close', () => countRequest('pages', incoming.method ?? '', outgoing.statusCode, performance.now() - began))
  explainFailure(incoming, outgoing, id)
  const form = await readDecodableForm(incoming, MAX_PAGE_BODY_BYTES)
  if (form.kind === 'decodable') await withPageStatus((status) => answerPage(pages, form.incoming, outgoing, status))
  else refusePage(incoming, outgoing, id, form.kind === 'too_large' ? TOO_LARGE : [400, 'invalid_request', 'The form could not be read.'])
}

/** A page that is drawn well may still stand for something that is not there, and one that is not be good again in a moment. */
function answerPage(pages: Pages, incoming: IncomingMessage, outgoing: ServerResponse, said: () => number | null) {
  const { writeHead } = outgoing
  outgoing.writeHead = ((status: number, ...rest: never[]) =>
    writeHead.call(outgoing, status === 200 || status === 500 ? (said() ?? status) : status, ...rest)) as ServerResponse['writeHead']
  return pages.answer(incoming, outgoing)
}

/** From both views that Node keeps of the headers. */
function dropForeignHeaders(incoming: IncomingMessage) {
  for (const name of NOT_FOR_US) delete incoming.headers[name]
  const kept: string[] = []
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    const [name = '', value = ''] = incoming.rawHeaders.slice(i, i + 2)
    if (!NOT_FOR_US.has(name.toLowerCase())) kept.push(name, value)
  }
  incoming.rawHeaders.splice(0, incoming.rawHeaders.length, ...kept)
}

const TOO_LARGE: Refusal = [413, 'payload_too_large', `The request body is larger than ${MAX_PAGE_BODY_BYTES} bytes.`]

/** What Next would answer with a bare 500, or read without need. */
function pageRequestFault(incoming: IncomingMessage, readRouterState: Pages['readRouterState']): Refusal | null {
  const { method = '', url = '', headers } = incoming
  if (!/^(GET|HEAD|POST)$/.test(method)) return [405, 'method_not_allowed', 'Use GET or POST.']
  // No page of ours has its pictures made smaller.
  if (url.startsWith('/_next/image')) return [404, 'not_found', 'There is no such page.']
  // Every action checks this for itself; Next would fail over it before they can.
  if (method === 'POST' && headers.origin !== undefined && headers.origin !== env().BASE_URL) {
    return [403, 'forbidden', 'This form was not sent from this site.']
  }
  if (Number(headers['content-length'] ?? 0) > MAX_PAGE_BODY_BYTES) {
    return TOO_LARGE
  }
  if (/^multipart\//i.test(headers['content-type'] ?? '') && !/boundary=[^\s;]/i.test(headers['content-type'] ?? '')) {
    return [400, 'invalid_request', 'The form has no boundary.']
  }
  if (!succeeds(() => decodeURIComponent(url))) return [400, 'invalid_request', 'The address is not valid percent-encoded UTF-8.']
  // No text that Postgres takes holds one, so nothing of ours can be meant, in a path or in a query.
  if (decodeURIComponent(url).includes('\0')) return [400, 'invalid_request', 'The address holds a NUL character.']
  // Next's own judgement, asked before it can fail over it.
  if (!succeeds(() => readRouterState(headers['next-router-state-tree']))) {
    return [400, 'invalid_request', 'The header Next-Router-State-Tree could not be read.']
  }
  return null
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}
