import { type Cbor, type CborMap, decodeCbor } from '../encoding/cbor'
import { type Encodable, encodeCbor } from '../encoding/encode-cbor'

/** Numbers below `below`, the same at each run. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return (state >>> 0) % below
  }
}

export type Mutation = (presentation: string, random: (below: number) => number) => string

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~.'

const pick = <Item>(items: readonly Item[], random: (below: number) => number): Item => items[random(items.length)] as Item

/** A character less, more, or another. */
const character: Mutation = (text, random) => {
  const at = random(text.length)
  const other = pick([...ALPHABET], random)
  return pick(
    [text.slice(0, at) + text.slice(at + 1), text.slice(0, at) + other + text.slice(at), text.slice(0, at) + other + text.slice(at + 1)],
    random,
  )
}

const cut: Mutation = (text, random) => text.slice(0, random(text.length))

/** One bit of what a part of it says. */
const bit =
  (separators: RegExp): Mutation =>
  (text, random) => {
    const parts = text.split(separators)
    const index = random(parts.length)
    const bytes = Buffer.from(parts[index] ?? '', 'base64url')
    if (bytes.length === 0) return `${text}A`
    const at = random(bytes.length)
    bytes[at] = (bytes[at] as number) ^ (1 << random(8))
    return parts.map((part, n) => (n === index ? bytes.toString('base64url') : part)).join('')
  }

const withDisclosures =
  (change: (disclosures: string[], random: (below: number) => number) => string[]): Mutation =>
  (text, random) => {
    const [jwt = '', ...rest] = text.split('~')
    const binding = rest.pop() ?? ''
    return [jwt, ...change(rest, random), binding].join('~')
  }

/** The header of the credential or of the binding. */
const header =
  (change: (header: Record<string, unknown>, random: (below: number) => number) => Record<string, unknown>): Mutation =>
  (text, random) => {
    const parts = text.split('~')
    const index = random(2) === 0 ? 0 : parts.length - 1
    const [head = '', ...rest] = (parts[index] ?? '').split('.')
    const changed = change(JSON.parse(Buffer.from(head, 'base64url').toString()), random)
    parts[index] = [Buffer.from(JSON.stringify(changed)).toString('base64url'), ...rest].join('.')
    return parts.join('~')
  }

/** A claim given twice in the payload, the second time another. */
const doubledClaim: Mutation = (text) => {
  const [head = '', payload = '', ...rest] = text.split('.')
  const json = Buffer.from(payload, 'base64url').toString()
  return [head, Buffer.from(`${json.slice(0, -1)},"vct":"urn:eudi:pid:1"}`).toString('base64url'), ...rest].join('.')
}

const invented = (name: string, value: unknown) => Buffer.from(JSON.stringify(['salt', name, value])).toString('base64url')

export const SD_JWT_MUTATIONS: readonly Mutation[] = [
  character,
  cut,
  bit(/([~.])/),
  withDisclosures((all, random) => all.filter((_, n) => n !== random(all.length))),
  withDisclosures((all) => [...all].reverse()),
  withDisclosures((all, random) => [...all, pick(all, random)]),
  withDisclosures((all) => [...all, invented('given_name', 'Mallory')]),
  withDisclosures((all, random) => all.map((one, n) => (n === random(all.length) ? invented('_sd', ['x']) : one))),
  header((head, random) => ({ ...head, alg: pick(['none', 'HS256', 'ES384', 'ES512', 'RS256', 'EdDSA', ''], random) })),
  header((head) => ({ ...head, typ: 'JWT' })),
  header((head) => ({ ...head, crit: ['exp'] })),
  doubledClaim,
]

/** Changes the one document of a response. */
const withDocument =
  (change: (document: CborMap, response: CborMap, random: (below: number) => number) => void): Mutation =>
  (text, random) => {
    const response = decodeCbor(Buffer.from(text, 'base64url')) as CborMap
    change((response.get('documents') as CborMap[])[0] as CborMap, response, random)
    return encodeCbor(response as Encodable).toString('base64url')
  }

const itemsOf = (document: CborMap): Cbor[] =>
  [...((document.get('issuerSigned') as CborMap).get('nameSpaces') as Map<string, Cbor[]>).values()][0] as Cbor[]
const deviceAuthOf = (document: CborMap) => (document.get('deviceSigned') as CborMap).get('deviceAuth') as CborMap
const issuerAuthOf = (document: CborMap) => (document.get('issuerSigned') as CborMap).get('issuerAuth') as Cbor[]

export const MDOC_MUTATIONS: readonly Mutation[] = [
  character,
  cut,
  bit(/(\n)/),
  bit(/(\n)/),
  bit(/(\n)/),
  withDocument((document, _, random) => itemsOf(document).splice(random(itemsOf(document).length), 1)),
  withDocument((document, _, random) => itemsOf(document).push(pick(itemsOf(document), random))),
  withDocument((document, response) => response.set('documents', [document, document])),
  withDocument((document) => document.set('docType', 'org.iso.18013.5.1.mDL')),
  withDocument((document) => document.delete('deviceSigned')),
  withDocument((document) => deviceAuthOf(document).set('deviceMac', deviceAuthOf(document).get('deviceSignature') as Cbor)),
  withDocument((document, _, random) => issuerAuthOf(document).splice(0, 1, encodeCbor(new Map([[1, pick([-8, -35, -36, -257, 5], random)]])))),
  withDocument((document) => issuerAuthOf(document).splice(2, 1, null)),
  (text) => Buffer.concat([Buffer.from(text, 'base64url'), Buffer.from([0])]).toString('base64url'),
]
