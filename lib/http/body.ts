import { PayloadTooLargeError } from '#lib/core/errors'

export const MAX_BODY_BYTES = 64 * 1024

/**
 * The whole body as bytes, refused as soon as it is longer than the limit.
 * @throws PayloadTooLargeError
 */
export async function readBody(request: Request, limitBytes = MAX_BODY_BYTES): Promise<Buffer> {
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

/** The media type without its parameters, in lower case. */
export const mediaType = (request: Request) => (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

export const isForm = (request: Request) => mediaType(request) === 'application/x-www-form-urlencoded'
