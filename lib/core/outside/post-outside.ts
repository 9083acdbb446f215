import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { lookupOf, OutsideError, resolveOutside } from './resolve-outside'

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
    const outside = await until(signal, resolveOutside(address))
    const { url } = outside
    const isHttps = url.protocol === 'https:'
    const start = isHttps ? httpsRequest : httpRequest
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = start(url, {
        method: 'POST',
        agent: isHttps ? agents['https:'] : agents['http:'],
        signal,
        lookup: lookupOf(outside),
        headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)), 'User-Agent': 'Signet-Events/1', 'Accept-Encoding': 'identity' },
      })
      request.on('error', reject)
      request.on('response', resolve)
      request.end(body)
    })
    const kept = await readSome(response, keep)
    return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null, body: kept }
  } catch (error) {
    return { fault: signal.aborted ? 'no_answer' : faultOf(error) }
  }
}

const until = <Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> =>
  Promise.race([work, new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))])

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
