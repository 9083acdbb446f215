import { encodeWords } from './encoded-words'
import { decodeBytes, type HeaderField } from './parse-head'

const KEPT = new Set([
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'list-id',
  'auto-submitted',
  'precedence',
  'list-unsubscribe',
  'list-unsubscribe-post',
])

const ONE_CLICK = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'

const isKept = (name: string) => KEPT.has(name) || /^content-[a-z0-9-]+$/.test(name)

const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text)

/**
 * What goes on to the reader, an allow-list. Everything else goes: Reply-To, Sender, Cc, receipts and `mailto:`
 * unsubscribes would make a mail program send the reader's own address. Of a repeated field the first one counts.
 */
export function keepFields(fields: HeaderField[]): string[] {
  const seen = new Set<string>()
  const lines: string[] = []
  for (const field of fields) {
    if (!isKept(field.name) || seen.has(field.name)) continue
    seen.add(field.name)
    const line = rewritten(field)
    if (line !== null) lines.push(line)
  }
  // One click needs an address to post to. @see RFC 8058 §3.1
  return lines.some((line) => line.startsWith('List-Unsubscribe:')) ? lines : lines.filter((line) => line !== ONE_CLICK)
}

function rewritten({ name, raw, value }: HeaderField): string | null {
  if (name === 'list-unsubscribe') return httpsOnly(value)
  if (name === 'list-unsubscribe-post') return /^list-unsubscribe=one-click$/i.test(value) ? ONE_CLICK : null
  if (isAscii(raw)) return raw
  // Without SMTPUTF8 a head is ASCII; a subject can be written so, an identifier can not.
  if (name === 'subject') return `Subject: ${encodeWords(decodeBytes(value).replace(/\s+/g, ' '))}`
  return name.startsWith('content-') ? raw : null
}

/** @see RFC 2369 §3.2 */
function httpsOnly(value: string): string | null {
  const addresses = [...value.matchAll(/<\s*(https:\/\/[!-;=?-~]+)\s*>/gi)].map(([, address]) => `<${address}>`)
  return addresses.length > 0 ? `List-Unsubscribe: ${addresses.join(',\r\n ')}` : null
}
