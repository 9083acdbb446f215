import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { newId } from '#lib/core/random-id'

/** What the front server says itself, before any endpoint or page is asked. */
export type Refusal = readonly [status: number, error: string, message: string]

/** A body up to this length is read before it is refused. */
const SHORT_BODY_BYTES = 1024 * 1024

export const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

export const refusal = ([status, error, message]: Refusal) => new Response(JSON.stringify({ error, message }), { status, headers: JSON_HEADERS })

/** Answers without reading on. */
export function refuse(outgoing: ServerResponse, [status, error, message]: Refusal) {
  const { req: incoming } = outgoing
  // The rest of a refused body is not read, so the connection cannot be used again.
  const send = () => outgoing.writeHead(status, { ...JSON_HEADERS, Connection: 'close' }).end(JSON.stringify({ error, message }))
  // A short one is let in: whoever is still writing when the connection closes may never see the answer.
  const length = Number(incoming.headers['content-length'] ?? 0)
  if (length === 0 || length > SHORT_BODY_BYTES || incoming.readableEnded) send()
  else incoming.resume().once('end', send)
}

/** What Node could not even parse as HTTP gets the same JSON shape as everything else. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const [status, code, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'invalid_request', 'The request headers are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'invalid_request', 'The request took too long to arrive.']
        : ['400 Bad Request', 'invalid_request', 'This is not a valid HTTP request.']
  const body = JSON.stringify({ error: code, message })
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newId('req')}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
