import { randomBytes } from 'node:crypto'
import { decodeWords, encodeWords } from '../head/encoded-words'
import { decodeBytes, type HeaderField } from '../head/parse-head'
import { decodeBody, type Entity, leavesOf, parseEntity, readText } from '../mime/entity'
import { cleanHtml, visible } from './clean-html'
import { type Instead, SecretFinder, type Secrets } from './secrets'

/** Why a reply cannot be sent: what is in it, or that nothing proves who wrote it. */
export type ReplyFault = 'sealed' | 'message' | 'unreadable' | 'attachment' | 'unclean' | 'unproven'

/** What was changed, by kind. */
export type Changes = { addresses: number; names: number; files: number }

export type CleanReply = { subject: string; references: HeaderField[]; content: string[]; body: string; changes: Changes }

const SEALED = /^multipart\/(signed|encrypted)$|^application\/(x-)?(pgp-|pkcs7-|pkcs10|ms-tnef)|^application\/vnd\.ms-tnef$/
/** Formats of text whose letters are not where they seem to be. */
const ODD_TEXT = /^text\/(rtf|richtext|enriched)$/

class Unsendable extends Error {
  constructor(readonly fault: ReplyFault) {
    super(fault)
  }
}

/**
 * A person's reply without the person in it: their address and name are replaced wherever a reader or a program could find them,
 * and all of it is looked through once more as it will arrive. Pure.
 * @param own addresses of ours in quoted text, and what the correspondent knows instead
 * @returns the fault where something cannot be cleaned
 */
export function cleanReply(
  fields: HeaderField[],
  body: string,
  secrets: Secrets,
  instead: Instead,
  own: ReadonlyMap<string, string>,
): CleanReply | { fault: ReplyFault } {
  const finder = new SecretFinder(secrets)
  const changes: Changes = { addresses: 0, names: 0, files: 0 }
  const changed = (kind: 'address' | 'name') => void changes[kind === 'address' ? 'addresses' : 'names']++
  const restore = (text: string) => [...own].reduce((restored, [ours, theirs]) => restored.replaceAll(ours, theirs), text)
  const cleanText = (text: string) => finder.replace(restore(text), instead, changed)
  try {
    const message = parse(fields, body)
    const rebuilt = rebuild(message, {
      text: cleanText,
      html: (html) => cleanHtml(restore(html), finder, instead, changed),
      file: (name) => {
        const clean = finder.replace(name, { ...instead, address: instead.name }, () => void changes.files++)
        return clean
      },
      finder,
    })
    const subject = cleanText(decodeWords(decodeBytes(fields.find(({ name }) => name === 'subject')?.value ?? ''))).replace(/\p{C}+/gu, ' ')
    const references = fields.filter(({ name, raw }) => (name === 'in-reply-to' || name === 'references') && !finder.finds(raw) && isPlain(raw))
    const clean = { subject: `Subject: ${encodeWords(subject)}`, references, content: rebuilt.head, body: rebuilt.body, changes }
    requireClean(clean, finder)
    return clean
  } catch (error) {
    if (error instanceof Unsendable) return { fault: error.fault }
    throw error
  }
}

const isPlain = (text: string) => /^[\x20-\x7e\r\n\t]*$/.test(text)

function parse(fields: HeaderField[], body: string): Entity {
  try {
    return parseEntity(fields, body)
  } catch {
    throw new Unsendable('unreadable')
  }
}

type Cleaner = { text: (text: string) => string; html: (html: string) => string; file: (name: string) => string; finder: SecretFinder }

type Written = { head: string[]; body: string }

function rebuild(entity: Entity, cleaner: Cleaner): Written {
  const { type } = entity
  if (SEALED.test(type)) throw new Unsendable('sealed')
  if (type.startsWith('message/')) throw new Unsendable('message')
  if (type.startsWith('multipart/')) return rebuildParts(entity, cleaner)
  return type.startsWith('text/') ? rebuildText(entity, cleaner) : rebuildFile(entity, cleaner)
}

function rebuildParts(entity: Entity, cleaner: Cleaner): Written {
  if (entity.children.length === 0) throw new Unsendable('unreadable')
  const boundary = `=_${randomBytes(16).toString('hex')}`
  const parts = entity.children.map((child) => rebuild(child, cleaner)).map(({ head, body }) => `${head.join('\r\n')}\r\n\r\n${body}`)
  const type = /^multipart\/(alternative|related|mixed)$/.test(entity.type) ? entity.type : 'multipart/mixed'
  return {
    head: [`Content-Type: ${type};\r\n boundary="${boundary}"`],
    body: `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`,
  }
}

const FLOWED = ['format', 'delsp'] as const

function rebuildText(entity: Entity, cleaner: Cleaner): Written {
  const text = readText(entity)
  if (text === null || ODD_TEXT.test(entity.type)) throw new Unsendable('unreadable')
  const clean = entity.type === 'text/html' ? cleaner.html(text) : cleaner.text(text)
  const flowed = FLOWED.flatMap((name) => (/^[a-z]+$/i.test(entity.params[name] ?? '') ? [`; ${name}=${entity.params[name]}`] : []))
  return {
    head: [`Content-Type: ${entity.type}; charset=utf-8${flowed.join('')}`, ...placement(entity, cleaner), 'Content-Transfer-Encoding: base64'],
    body: lines(Buffer.from(clean)),
  }
}

/** A file goes as it is, unless it says in plain letters who it is from. */
function rebuildFile(entity: Entity, cleaner: Cleaner): Written {
  const bytes = decodeBody(entity)
  const readings = [
    bytes.toString('latin1'),
    bytes.toString('utf8'),
    bytes.toString('utf16le'),
    Buffer.from(bytes)
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le'),
  ]
  if (readings.some((reading) => cleaner.finder.finds(reading))) throw new Unsendable('attachment')
  return {
    head: [
      `Content-Type: ${/^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(entity.type) ? entity.type : 'application/octet-stream'}`,
      ...placement(entity, cleaner),
      'Content-Transfer-Encoding: base64',
    ],
    body: lines(bytes),
  }
}

/** Where a part belongs and what it is called. @see RFC 2183, RFC 2231 §4, RFC 2392 */
function placement({ fields, filename, isAttachment, type }: Entity, { file, text }: Cleaner): string[] {
  const id = fields.find(({ name }) => name === 'content-id')?.value
  const kept = id && isPlain(id) ? [`Content-ID: ${text(id)}`] : []
  if (filename === null && !isAttachment) return kept
  const name = file((filename ?? 'file').replace(/\p{C}|["\\/]/gu, '_')).slice(0, 150)
  const way = isAttachment || !type.startsWith('text/') ? (kept.length > 0 && !isAttachment ? 'inline' : 'attachment') : 'inline'
  return [
    ...kept,
    `Content-Disposition: ${way};\r\n filename*=utf-8''${encodeURIComponent(name).replace(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`,
  ]
}

const lines = (bytes: Buffer) => `${(bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')}\r\n`

/** What was written is read as its reader will, and nothing of the person may be found. */
function requireClean({ subject, references, content, body }: Omit<CleanReply, 'changes'>, finder: SecretFinder): void {
  const fields: HeaderField[] = content.map((raw) => {
    const colon = raw.indexOf(':')
    return {
      name: raw.slice(0, colon).toLowerCase(),
      raw,
      value: raw
        .slice(colon + 1)
        .replace(/\r\n/g, '')
        .trim(),
    }
  })
  const message = parse(fields, body)
  const heads = [subject, decodeWords(subject.replace(/\r\n /g, ' ')), ...references.map(({ raw }) => raw), ...headsOf(message)]
  const texts = leavesOf(message)
    .filter(({ type }) => type.startsWith('text/'))
    .flatMap((leaf) => {
      const text = readText(leaf) ?? ''
      return leaf.type === 'text/html' ? [text, visible(text)] : [text]
    })
  if ([...heads, ...texts].some((text) => finder.finds(text))) throw new Unsendable('unclean')
}

const headsOf = (entity: Entity): string[] => [
  ...entity.fields.map(({ raw }) => raw),
  ...(entity.filename === null ? [] : [entity.filename]),
  ...entity.children.flatMap(headsOf),
]
