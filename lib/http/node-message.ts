import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PayloadTooLargeError, RequestCutShortError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import type { HttpReply, HttpRequest, Pouring } from './message'

const pouring = new Set<AbortController>()

/** Ends what is still being poured, so that a server which stops need not wait for it. */
export function endPouring(): void {
  for (const one of pouring) one.abort()
}

async function pour(outgoing: ServerResponse, body: Pouring): Promise<void> {
  const gone = new AbortController()
  pouring.add(gone)
  outgoing.once('close', () => gone.abort())
  if (outgoing.destroyed) gone.abort()
  outgoing.flushHeaders()
  try {
    await pipeline(Readable.from(body(gone.signal)), outgoing)
  } catch (error) {
    // Whoever went away is no fault of ours.
    if (!gone.signal.aborted) log.warn({ err: error }, 'a stream broke off')
    outgoing.destroy()
  } finally {
    pouring.delete(gone)
  }
}

/** @param id of this request */
export const fromNode = (incoming: IncomingMessage, id: string): HttpRequest => ({
  id,
  method: incoming.method ?? '',
  url: incoming.url ?? '/',
  header: (name) => (incoming.headers[name] as string | undefined) ?? null,
  readBody: (limitBytes) => readBody(incoming, limitBytes),
})

/** @throws PayloadTooLargeError, RequestCutShortError */
export function readBody(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (declaredLength(incoming) > limitBytes) return reject(new PayloadTooLargeError(limitBytes))
    const chunks: Buffer[] = []
    let length = 0
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limitBytes) return chunks.push(chunk)
      incoming.pause().removeAllListeners('data')
      reject(new PayloadTooLargeError(limitBytes))
    })
    incoming.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    incoming.once('error', () => reject(new RequestCutShortError()))
    incoming.once('close', () => incoming.complete || reject(new RequestCutShortError()))
  })
}

const declaredLength = (incoming: IncomingMessage) => Number(incoming.headers['content-length'] ?? 0)

/** Writes an answer. A body that nobody read is thrown away as it comes, for as long as a request may take. */
export function writeReply(outgoing: ServerResponse, { status, headers, body }: HttpReply): void {
  const { req: incoming } = outgoing
  if (typeof body === 'function') {
    outgoing.writeHead(status, headers)
    if (incoming.method === 'HEAD') outgoing.end()
    else pour(outgoing, body)
    return
  }
  const length = status === 204 ? {} : { 'Content-Length': body === null ? 0 : Buffer.byteLength(body) }
  outgoing.writeHead(status, { ...headers, ...length })
  if (body === null || incoming.method === 'HEAD') outgoing.end()
  else outgoing.end(body)
  // Whoever is still writing when a connection closes may never see the answer.
  if (!incoming.readableEnded) incoming.resume()
}
