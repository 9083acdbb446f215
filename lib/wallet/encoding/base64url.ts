import { demand, type RefusalCode } from '../refusals'

/**
 * The bytes that a text says in the one canonical way: spare bits at the end, padding or another alphabet would give a
 * changed text the same meaning.
 * @throws WalletRefusal
 * @see RFC 4648 §3.5, §5; RFC 7515 §2
 */
export function bytesOf(text: string, code: RefusalCode = 'presentation_malformed'): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(text, 'base64url')
  demand(bytes.toString('base64url') === text, code, 'base64url')
  return bytes
}

/** The same in the alphabet of `x5c`, with padding. @see RFC 7515 §4.1.6 */
export function certificateBytes(text: string, code: RefusalCode = 'presentation_malformed'): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(text, 'base64')
  demand(bytes.toString('base64') === text, code, 'base64')
  return bytes
}

export const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
