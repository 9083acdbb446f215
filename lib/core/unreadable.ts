import { baseHeaders } from './base-headers'
import { newId } from './random-id'

/** What is said to bytes that are no request: the same JSON shape as everything else. */
type Said = readonly [status: string, message: string]

const SAID: Record<string, Said> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
}
const NO_REQUEST: Said = ['400 Bad Request', 'This is not a valid HTTP request.']
const NO_TUNNEL: Said = ['405 Method Not Allowed', 'This service is no proxy.']

/** @param code Node's name for what is wrong with it */
export const answerToUnreadable = (code: string | undefined) => wholeAnswer(SAID[code ?? ''] ?? NO_REQUEST)

/** To CONNECT, which Node hands over as a bare connection. @see RFC 9110 §9.3.6 */
export const answerToConnect = () => wholeAnswer(NO_TUNNEL, { Allow: 'GET, HEAD, POST' })

function wholeAnswer([status, message]: Said, more: Record<string, string> = {}): string {
  const body = JSON.stringify({ error: 'invalid_request', message })
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': newId('req'),
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...baseHeaders(),
    ...more,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`
}
