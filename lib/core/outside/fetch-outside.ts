import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { lookupOf, type Outside, OutsideError, resolveOutside } from './resolve-outside'

export type FetchLimits = { maxBytes: number; timeoutMs: number; accept: string }

/**
 * Fetches what a company's address holds, once, telling its server nothing but that we came. Redirects are not followed,
 * compression is not asked for, and no more is read than asked.
 * @throws OutsideError
 */
export async function fetchOutside(address: string, { maxBytes, timeoutMs, accept }: FetchLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new OutsideError('no_answer'))))
  const outside = await Promise.race([resolveOutside(address), late])
  return Promise.race([readWhole(await ask(outside, accept, signal), maxBytes), late])
}

function ask(outside: Outside, accept: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { url } = outside
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const headers = { Accept: accept, 'User-Agent': 'Signet', 'Accept-Encoding': 'identity' }
    const request = start(url, { agent: false, signal, lookup: lookupOf(outside), headers })
    request.on('error', (cause) => reject(new OutsideError('no_answer', { cause })))
    request.on('response', (response) => {
      if (response.statusCode === 200) return resolve(response)
      response.destroy()
      reject(new OutsideError('bad_status'))
    })
    request.end()
  })
}

async function readWhole(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of response) {
      bytes += piece.length
      if (bytes > maxBytes) throw new OutsideError('too_large')
      pieces.push(piece)
    }
  } catch (cause) {
    throw cause instanceof OutsideError ? cause : new OutsideError('no_answer', { cause })
  }
  return Buffer.concat(pieces)
}
