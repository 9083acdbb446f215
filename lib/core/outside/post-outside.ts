import { Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { askOutside } from './ask-outside'
import { OutsideError } from './outside-error'
import { resolveOutside } from './resolve-outside'
import { until } from './until'

const MAX_READ_BYTES = 64 * 1024
const TIMEOUT_MS = 10_000

/** Connections stay open for a moment, each to the address that was judged when it was made. */
const AGENT = { keepAlive: true, maxFreeSockets: 4, scheduling: 'lifo', timeout: 15_000 } as const
const agents = { 'http:': new HttpAgent(AGENT), 'https:': new HttpsAgent(AGENT) }

/** Why there is no answer, in a word. */
export type PostFault = 'refused_address' | 'unresolved' | 'no_connection' | 'tls' | 'no_answer' | 'broken_off'

export type PostAnswer = { status: number; retryAfter: string | null; body: Buffer } | { fault: PostFault }

/**
 * Sends a body to an address that a company gave us. Where its name leads is judged at every request, redirects are not
 * followed, ten seconds are enough, and of the answer 64 KiB are read at most. Nothing that goes wrong is thrown.
 * @param keep how many bytes of the answer are wanted
 */
export async function postOutside(address: string, headers: Record<string, string>, body: string, keep: number): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await until(signal, exchange(address, headers, body, keep, signal))
  } catch (error) {
    return { fault: signal.aborted ? 'no_answer' : faultOf(error) }
  }
}

async function exchange(address: string, headers: Record<string, string>, body: string, keep: number, signal: AbortSignal): Promise<PostAnswer> {
  const outside = await resolveOutside(address, signal)
  const response = await askOutside(
    outside,
    {
      method: 'POST',
      agent: outside.url.protocol === 'https:' ? agents['https:'] : agents['http:'],
      signal,
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)), 'User-Agent': 'Signet-Events/1', 'Accept-Encoding': 'identity' },
    },
    body,
  )
  const kept = await readSome(response, keep)
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null, body: kept }
}

/** Reads to the end, so that the connection can be used again; beyond the limit it is closed instead. */
async function readSome(response: IncomingMessage, keep: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    if (bytes < keep) pieces.push(piece)
    bytes += piece.length
    if (bytes > MAX_READ_BYTES) break
  }
  return Buffer.concat(pieces).subarray(0, keep)
}

const FAULTS: Record<string, PostFault> = {
  not_an_address: 'refused_address',
  needs_https: 'refused_address',
  names_us: 'refused_address',
  not_public: 'refused_address',
  unresolved: 'unresolved',
}

function faultOf(error: unknown): PostFault {
  if (error instanceof OutsideError) return FAULTS[error.fault] ?? 'no_answer'
  const code = String((error as { code?: unknown }).code ?? '')
  if (/^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code)) return 'tls'
  if (/^(ECONNRESET|EPIPE|HPE_|ERR_STREAM_PREMATURE_CLOSE)/.test(code)) return 'broken_off'
  return 'no_connection'
}
