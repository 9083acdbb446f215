import type { IncomingMessage } from 'node:http'
import { askOutside } from './ask-outside'
import { OutsideError } from './outside-error'
import { resolveOutside } from './resolve-outside'
import { until } from './until'

export type FetchLimits = { maxBytes: number; timeoutMs: number; accept: string; isPlainAllowed?: boolean }

/**
 * Fetches what a company's address holds, once, telling its server nothing but that we came. Redirects are not followed,
 * compression is not asked for, and no more is read than asked.
 * @throws OutsideError
 */
export async function fetchOutside(address: string, limits: FetchLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  try {
    return await until(signal, exchange(address, limits, signal))
  } catch (error) {
    throw error instanceof OutsideError && !signal.aborted ? error : new OutsideError('no_answer', { cause: error })
  }
}

async function exchange(address: string, { accept, maxBytes, isPlainAllowed }: FetchLimits, signal: AbortSignal): Promise<Buffer> {
  const outside = await resolveOutside(address, signal, { isPlainAllowed })
  const headers = { Accept: accept, 'User-Agent': 'Signet', 'Accept-Encoding': 'identity' }
  const response = await askOutside(outside, { agent: false, signal, headers })
  if (response.statusCode === 200) return readWhole(response, maxBytes)
  response.destroy()
  throw new OutsideError('bad_status')
}

async function readWhole(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response) {
    bytes += piece.length
    if (bytes > maxBytes) throw new OutsideError('too_large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
