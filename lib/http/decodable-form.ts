import { IncomingMessage } from 'node:http'
import { PayloadTooLargeError } from '#lib/core/errors'
import { readBody } from './node-message'

export type FormOutcome = { kind: 'decodable'; incoming: IncomingMessage } | { kind: 'too_large' } | { kind: 'undecodable' }

/**
 * Reads a multipart body before Next does: one that is no form would make it fail with a 500, and that is the sender's
 * fault. Other bodies pass untouched. @see RFC 7578 §4
 */
export async function readDecodableForm(incoming: IncomingMessage, limitBytes: number): Promise<FormOutcome> {
  const type = incoming.headers['content-type'] ?? ''
  if (incoming.method !== 'POST' || !/^multipart\//i.test(type)) return { kind: 'decodable', incoming }
  const body = await readBody(incoming, limitBytes).catch((error: unknown) => {
    if (error instanceof PayloadTooLargeError) return null
    throw error
  })
  if (!body) return { kind: 'too_large' }
  try {
    await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData()
  } catch {
    return { kind: 'undecodable' }
  }
  return { kind: 'decodable', incoming: withBody(incoming, body) }
}

/** The same request, its body still to be read. */
function withBody(incoming: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(incoming.socket)
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = incoming
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor, complete: true })
  copy.push(body)
  copy.push(null)
  return copy
}
