import { PayloadTooLargeError } from '#lib/core/errors'

export const MAX_BODY_BYTES = 64 * 1024

/**
 * The whole body as bytes, refused as soon as it is longer than the limit.
 * @throws PayloadTooLargeError
 */
export async function readBody(request: Request, limitBytes = MAX_BODY_BYTES): Promise<Buffer> {
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > limitBytes) throw new PayloadTooLargeError(limitBytes)
  // A declared length is the length: Node's parser takes no more. Only a body of unknown length has to be counted.
  if (declared !== null) return Buffer.from(await request.arrayBuffer())
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

/** The media type without its parameters, in lower case. */
export const mediaType = (request: Request) => (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

export const isForm = (request: Request) => mediaType(request) === 'application/x-www-form-urlencoded'
