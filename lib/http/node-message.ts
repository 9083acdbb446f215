import type { IncomingMessage, ServerResponse } from 'node:http'
import { PayloadTooLargeError, RequestCutShortError } from '#lib/core/errors'
import type { HttpReply, HttpRequest } from './message'

/** A refused body up to this length is let in before the answer: whoever is still writing may never see it otherwise. */
const SHORT_BODY_BYTES = 1024 * 1024

/** @param id of this request */
export const fromNode = (incoming: IncomingMessage, id: string): HttpRequest => ({
  id,
  method: incoming.method ?? '',
  url: incoming.url ?? '/',
  header: (name) => (incoming.headers[name] as string | undefined) ?? null,
  readBody: (limitBytes) => readBody(incoming, limitBytes),
})

function readBody(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
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

/** Writes an answer, and sees to what is left of a body that nobody read. */
export function writeReply(outgoing: ServerResponse, { status, headers, body }: HttpReply): void {
  const { req: incoming } = outgoing
  const send = (connection?: 'close') => {
    const length = status === 204 ? {} : { 'Content-Length': body === null ? 0 : Buffer.byteLength(body) }
    outgoing.writeHead(status, { ...headers, ...length, ...(connection && { Connection: connection }) })
    if (body === null || incoming.method === 'HEAD') outgoing.end()
    else outgoing.end(body)
  }
  const isUnread = !incoming.readableEnded && (declaredLength(incoming) > 0 || incoming.headers['transfer-encoding'] !== undefined)
  const isShort = declaredLength(incoming) > 0 && declaredLength(incoming) <= SHORT_BODY_BYTES
  if (!isUnread) send()
  else if (isShort) incoming.resume().once('end', () => send())
  // The rest of a long one is not read, so the connection cannot be used again.
  else send('close')
}
