import type { IncomingMessage } from 'node:http'
import { askOutside } from './ask-outside'
import { OutsideError } from './outside-error'
import { resolveOutside } from './resolve-outside'
import { until } from './until'

export type FetchLimits = { maxBytes: number; timeoutMs: number; accept: string }

/**
 * Fetches what a company's address holds, once, telling its server nothing but that we came. Redirects are not followed,
 * compression is not asked for, and no more is read than asked.
 * @throws OutsideError
 */
export async function fetchOutside(address: string, { maxBytes, timeoutMs, accept }: FetchLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await until(signal, exchange(address, accept, maxBytes, signal))
  } catch (error) {
    throw error instanceof OutsideError && !signal.aborted ? error : new OutsideError('no_answer', { cause: error })
  }
}

async function exchange(address: string, accept: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const outside = await resolveOutside(address, signal)
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
