import { type Entity, leavesOf, readText } from './entity'

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export const decodeEntities = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex: string, decimal: string, name: string) => {
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : Number.NaN
    if (name) return NAMED[name.toLowerCase()] ?? whole
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** HTML as plain text: what is not shown is left out, addresses of links stand beside them. */
export const textOfHtml = (html: string): string =>
  decodeEntities(
    html
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<(script|style|head|title)\b[\s\S]*?<\/\1\s*>/gi, '')
      .replace(/<a\b[^>]*\bhref\s*=\s*["']?([^"'\s>]+)["']?[^>]*>([\s\S]*?)<\/a\s*>/gi, '$2 ($1)')
      .replace(/\s+/g, ' ')
      .replace(/<(br|\/p|\/div|\/tr|\/h[1-6]|\/li|hr)\b[^>]*>/gi, '\n')
      .replace(/<[^>]*>/g, ''),
  )
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

export type ReadableMail = { text: string; attachments: { name: string; type: string }[] }

/** What a message says, as text, and what comes with it. Nothing of it is ever shown as it came. */
export function readableMail(message: Entity): ReadableMail {
  const leaves = leavesOf(message)
  const isText = (entity: Entity, type: string) => entity.type === type && !entity.isAttachment && entity.filename === null
  const plain = leaves.filter((leaf) => isText(leaf, 'text/plain')).map((leaf) => readText(leaf) ?? '')
  const html = leaves.filter((leaf) => isText(leaf, 'text/html')).map((leaf) => textOfHtml(readText(leaf) ?? ''))
  const text = plain.some((part) => part.trim() !== '') ? plain : html
  return {
    text: text
      .join('\n\n')
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{C}\n\t]/gu, '')
      .trim(),
    attachments: leaves
      .filter((leaf) => leaf.isAttachment || leaf.filename !== null || !/^text\/(plain|html)$/.test(leaf.type))
      .map(({ filename, type }) => ({ name: (filename ?? '').replace(/\p{C}/gu, '').slice(0, 200), type })),
  }
}
