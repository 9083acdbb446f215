import { domainToASCII } from 'node:url'
import addressparser from 'nodemailer/lib/addressparser'
import { domainOf } from '#lib/core/email-address'
import { decodeWords, encodeWords } from './encoded-words'
import { isMisleading } from './misleading-name'
import { decodeBytes, type HeaderField } from './parse-head'

type Mailbox = { name: string; address: string }

/** Who a message says it is from. @property others who wrote it together with them, at the same domain */
export type Sender = Mailbox & { others?: readonly Mailbox[] }

const MAX_DISPLAY_CHARACTERS = 120
// Controls, and the marks that turn the direction of text around.
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu

/** So many may write one message. */
const MOST_MAILBOXES = 3

/**
 * Who wrote a message. Several mailboxes in From are taken where they are of one domain: it vouches for all of them or for none.
 * @returns null when nobody is named; 'ambiguous' when there are several fields, a group, or mailboxes of several domains, so
 *   that nobody can show one sender to us and another to the reader
 * @see RFC 5322 §3.6.2, RFC 7489 §6.6.1
 */
export function senderOf(fields: HeaderField[]): Sender | null | 'ambiguous' {
  const from = fields.filter(({ name }) => name === 'from')
  if (from.length > 1) return 'ambiguous'
  const mailboxes = addressparser(decodeBytes(from[0]?.value ?? ''))
  if (mailboxes.some(({ group }) => group !== undefined)) return 'ambiguous'
  const [first, ...others] = mailboxes.map(({ name, address }) => ({ name: decodeWords(name), address: address ?? '' }))
  if (others.length > 0 && !isOneDomain(mailboxes.map(({ address }) => address ?? ''))) return 'ambiguous'
  if (!first?.address.includes('@')) return null
  return others.length > 0 ? { ...first, others } : first
}

const isOneDomain = (addresses: string[]) =>
  addresses.length <= MOST_MAILBOXES && addresses.every((address) => address.includes('@')) && new Set(addresses.map(domainOf)).size === 1

/** Every address that From and Sender name, however many there are. */
export const sendersNamed = (fields: HeaderField[]): string[] => addressesIn(fields, 'from', 'sender')

export const addressesIn = (fields: HeaderField[], ...names: string[]): string[] =>
  fields
    .filter(({ name }) => names.includes(name))
    .flatMap(({ value }) => addressparser(decodeBytes(value), { flatten: true }))
    .flatMap(({ address }) => (address ? [address] : []))

const clean = (text: string) => text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()

/**
 * `Name (shop at sender.test)`: whom the reader knows, without an address that a reply could go to. A name that says it
 * is somebody else is left out, and brackets are for our own marks.
 */
export function displayName({ others = [], ...first }: Sender): string {
  return [first, ...others].map(nameOfOne).join(', ')
}

function nameOfOne({ name, address }: Mailbox): string {
  const place = placeOf(clean(address))
  const shown = clean(name).replaceAll('[', '(').replaceAll(']', ')')
  const isLeftOut = shown === '' || isMisleading(clean(name))
  const text = isLeftOut ? place : `${[...shown].slice(0, MAX_DISPLAY_CHARACTERS).join('')} (${place})`
  return text || 'Unknown sender'
}

const LATIN_DOMAIN = /^[\p{Script=Latin}\p{N}.-]+$/u

/** An address in words. What could be taken for other words is spelled out: quoted text before the `@`, foreign letters after it. */
function placeOf(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return address
  const domain = address.slice(at + 1)
  const local = address.slice(0, at).replace(/[^\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]/gu, '_')
  return `${local} at ${LATIN_DOMAIN.test(domain) ? domain : domainToASCII(domain) || 'unreadable.invalid'}`
}

/** A From line with a display name of any characters. @see RFC 2047 §5 */
export function mailboxLine(field: string, display: string, address: string): string {
  const isPlain = /^[\x20-\x7e]*$/.test(display)
  const phrase = isPlain ? `"${display.replace(/["\\]/g, '\\$&')}"` : encodeWords(display)
  const line = `${field}: ${phrase} <${address}>`
  return line.length <= 78 && isPlain ? line : `${field}: ${phrase}\r\n <${address}>`
}
