import { PayloadTooLargeError } from '#lib/core/errors'
import { newId } from '#lib/core/random-id'
import type { HttpReply, HttpRequest } from './message'

/** A request that Next received. */
export const fromWeb = (request: Request): HttpRequest => ({
  id: newId('req'),
  method: request.method,
  url: request.url.slice(new URL(request.url).origin.length),
  header: (name) => request.headers.get(name),
  readBody: (limitBytes) => readBody(request, limitBytes),
})

async function readBody(request: Request, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw new PayloadTooLargeError(limitBytes)
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > limitBytes) throw new PayloadTooLargeError(limitBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export const toWeb = ({ status, headers, body }: HttpReply, { method }: Request): Response =>
  new Response(method === 'HEAD' || body === null ? null : typeof body === 'string' ? body : new Uint8Array(body), { status, headers })
