import libmime from 'libmime'
import { decodeWords } from '../head/encoded-words'
import { decodeBytes, findHeadEnd, type HeaderField, parseHead } from '../head/parse-head'

const MAX_DEPTH = 12
const MAX_PARTS = 300

/** A part of a message, or all of it. Bytes are held as latin1 text. @see RFC 2045, RFC 2046 */
export type Entity = {
  fields: HeaderField[]
  /** Such as `text/plain`, in lower case. */
  type: string
  params: Record<string, string>
  encoding: string
  /** Name of the file it is, if it has one. */
  filename: string | null
  isAttachment: boolean
  /** Of a multipart or of an attached message; none else. */
  children: Entity[]
  body: string
}

type Counter = { parts: number }

const fieldOf = (fields: HeaderField[], name: string) => fields.find((field) => field.name === name)?.value

/** @throws when it is nested or divided beyond reason */
export function parseEntity(fields: HeaderField[], body: string, depth = 0, counter: Counter = { parts: 0 }): Entity {
  if (depth > MAX_DEPTH || ++counter.parts > MAX_PARTS) throw new Error('too many parts')
  const content = libmime.parseHeaderValue(decodeBytes(fieldOf(fields, 'content-type') ?? 'text/plain'))
  const disposition = libmime.parseHeaderValue(decodeBytes(fieldOf(fields, 'content-disposition') ?? ''))
  const type = /^[!-.0-~]+\/[!-.0-~]+$/.test(content.value) ? content.value.toLowerCase() : 'text/plain'
  const name = disposition.params.filename ?? content.params.name
  const entity: Entity = {
    fields,
    type,
    params: content.params,
    encoding: (fieldOf(fields, 'content-transfer-encoding') ?? '7bit').toLowerCase().trim(),
    filename: name === undefined ? null : decodeWords(name),
    isAttachment: disposition.value.toLowerCase() === 'attachment',
    children: [],
    body,
  }
  if (type.startsWith('multipart/') && content.params.boundary) entity.children = partsOf(body, content.params.boundary, depth, counter)
  else if (type === 'message/rfc822') entity.children = [parseMessage(decodeBody(entity).toString('latin1'), depth + 1, counter)]
  return entity
}

/** A message with its head. */
export function parseMessage(text: string, depth = 0, counter: Counter = { parts: 0 }): Entity {
  const split = findHeadEnd(text, true) ?? { headEnd: text.length, bodyStart: text.length }
  return parseEntity(parseHead(text.slice(0, split.headEnd)), text.slice(split.bodyStart), depth, counter)
}

/** @see RFC 2046 §5.1.1 */
function partsOf(body: string, boundary: string, depth: number, counter: Counter): Entity[] {
  const parts: string[] = []
  let current: string[] | null = null
  for (const line of body.split(/(?<=\n)/)) {
    const bare = line.replace(/[ \t]*\r?\n?$/, '')
    if (bare === `--${boundary}` || bare === `--${boundary}--`) {
      if (current) parts.push(current.join('').replace(/\r?\n$/, ''))
      current = bare.length === boundary.length + 2 ? [] : null
      if (!current) break
    } else current?.push(line)
  }
  if (current) parts.push(current.join(''))
  return parts.map((part) => parseMessage(part, depth + 1, counter))
}

/** The bytes that a part stands for. @see RFC 2045 §6 */
export function decodeBody({ body, encoding }: Entity): Buffer {
  if (encoding === 'base64') return Buffer.from(body.replace(/[^A-Za-z0-9+/=]/g, ''), 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const text = body.replace(/[ \t]+(?=\r?\n|$)/g, '').replace(/=\r?\n/g, '')
  return Buffer.from(
    text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/** What a part of text says, or null where its letters are of an alphabet that nobody here can read. */
export function readText(entity: Entity): string | null {
  const charset = (entity.params.charset ?? 'utf-8').toLowerCase().replace(/^(us-ascii|ascii|unknown-8bit|x-unknown|default)$/, 'windows-1252')
  try {
    return new TextDecoder(charset).decode(decodeBody(entity))
  } catch {
    return null
  }
}

/** Every part that holds something itself. */
export const leavesOf = (entity: Entity): Entity[] => (entity.children.length > 0 ? entity.children.flatMap(leavesOf) : [entity])
