import { PayloadTooLargeError } from '#lib/core/errors'
import { newId } from '#lib/core/random-id'
import type { HttpReply, HttpRequest, Pouring } from './message'

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

export function toWeb({ status, headers, body }: HttpReply, { method, signal }: Request): Response {
  if (method === 'HEAD' || body === null) return new Response(null, { status, headers })
  if (typeof body === 'function') return new Response(poured(body, signal), { status, headers })
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), { status, headers })
}

function poured(body: Pouring, gone: AbortSignal): ReadableStream<Uint8Array> {
  const left = new AbortController()
  const pieces = body(AbortSignal.any([gone, left.signal]))[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(stream) {
      const { done, value } = await pieces.next()
      if (done) stream.close()
      else stream.enqueue(encoder.encode(value))
    },
    async cancel() {
      left.abort()
      await pieces.return?.()
    },
  })
}
