import addressparser from 'nodemailer/lib/addressparser'
import { decodeWords, encodeWords } from './encoded-words'
import { decodeBytes, type HeaderField } from './parse-head'

/** Who a message says it is from. */
export type Sender = { name: string; address: string }

const MAX_DISPLAY_CHARACTERS = 120
// Controls, and the marks that turn the direction of text around.
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu

/**
 * The one mailbox of the From field. @see RFC 5322 §3.6.2
 * @returns null when there is none; 'ambiguous' when there are several fields or several mailboxes, so that nobody can
 *   show one sender to us and another to the reader
 */
export function senderOf(fields: HeaderField[]): Sender | null | 'ambiguous' {
  const from = fields.filter(({ name }) => name === 'from')
  if (from.length > 1) return 'ambiguous'
  const mailboxes = addressparser(decodeBytes(from[0]?.value ?? ''))
  if (mailboxes.length > 1 || mailboxes.some(({ group }) => group !== undefined)) return 'ambiguous'
  const [mailbox] = mailboxes
  if (!mailbox?.address?.includes('@')) return null
  return { name: decodeWords(mailbox.name), address: mailbox.address }
}

/** `Name (shop at sender.test)`: whom the reader knows, without an address that a reply could go to. */
export function displayName({ name, address }: Sender): string {
  const clean = (text: string) => text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
  const place = clean(address).replace('@', ' at ')
  const shown = clean(name)
  const text = shown === '' || shown === clean(address) ? place : `${[...shown].slice(0, MAX_DISPLAY_CHARACTERS).join('')} (${place})`
  return text || 'Unknown sender'
}

/** A From line with a display name of any characters. @see RFC 2047 §5 */
export function mailboxLine(field: string, display: string, address: string): string {
  const isPlain = /^[\x20-\x7e]*$/.test(display)
  const phrase = isPlain ? `"${display.replace(/["\\]/g, '\\$&')}"` : encodeWords(display)
  const line = `${field}: ${phrase} <${address}>`
  return line.length <= 78 && isPlain ? line : `${field}: ${phrase}\r\n <${address}>`
}
