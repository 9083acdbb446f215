import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { newId } from '#lib/core/random-id'
import { json } from './message'
import { writeReply } from './node-message'

/** What the front server says itself, before any endpoint or page is asked. */
export type Refusal = readonly [status: number, error: string, message: string]

export function refuse(outgoing: ServerResponse, id: string, [status, error, message]: Refusal): void {
  writeReply(outgoing, json({ error, message }, status, { 'X-Request-Id': id, 'X-Content-Type-Options': 'nosniff' }))
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
