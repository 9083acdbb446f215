import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { BodyHash } from './body-hash'
import { ChunkSealer, openFirstChunk, openNextChunk, type SealedChunk } from './chunks'
import { LineEndings } from './line-endings'

/** Every way to cut a text into two pieces, and byte by byte. */
const cuts = (text: string): Buffer[][] => {
  const all = Buffer.from(text, 'latin1')
  const twos = Array.from({ length: all.length + 1 }, (_, at) => [all.subarray(0, at), all.subarray(at)])
  return [...twos, [...all].map((byte) => Buffer.of(byte))]
}

const mended = (pieces: Buffer[]) => {
  const lines = new LineEndings()
  const text = Buffer.concat([...pieces.map((piece) => lines.push(piece)), lines.end()]).toString('latin1')
  return { text, hasEightBit: lines.hasEightBit }
}

it.each([
  ['a\r\nb\r\n', 'a\r\nb\r\n'],
  ['a\nb\r\n', 'a\r\nb\r\n'],
  ['a\rb\r\n', 'a\r\nb\r\n'],
  ['a\r\r\nb', 'a\r\n\r\nb'],
  ['a\n\r', 'a\r\n\r\n'],
  ['\r\n.\n', '\r\n.\r\n'],
])('makes %j into %j however it is cut', (text, whole) => {
  for (const pieces of cuts(text)) expect(mended(pieces).text).toBe(whole)
})

it('notices 8-bit text', () => {
  expect(mended([Buffer.from('aż')]).hasEightBit).toBe(true)
  expect(mended([Buffer.from('az')]).hasEightBit).toBe(false)
})

it.each([
  ['', '\r\n'],
  ['a', 'a\r\n'],
  ['a\r\n\r\n\r\n', 'a\r\n'],
  ['a\r\n\r\nb\r\n', 'a\r\n\r\nb\r\n'],
  ['\r\n\r\n', '\r\n'],
])('hashes %j as %j, the simple canonical body', (body, canonical) => {
  const expected = createHash('sha256').update(canonical).digest('base64')
  const pieces = body.match(/\r\n|[^\r\n]/g) ?? []
  for (const cut of [[body], pieces]) {
    const hash = new BodyHash()
    for (const piece of cut) hash.push(Buffer.from(piece))
    expect(hash.end()).toBe(expected)
  }
})

/** What the chunks hold, each taken for the one its place in the row says. */
async function opened([first, ...others]: SealedChunk[]): Promise<Buffer> {
  const { sealed, masterKeyId } = first as SealedChunk
  const pieces = [openFirstChunk('msg_1', sealed, masterKeyId)]
  for (const [index, chunk] of others.entries()) {
    const read = async (take: (piece: Buffer) => void) => {
      for (let at = 0; at < chunk.sealed.length; at += 32_768) take(chunk.sealed.subarray(at, at + 32_768))
    }
    for await (const piece of openNextChunk('msg_1', index + 1, chunk.masterKeyId, read)) pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

it('cuts a large body into sealed chunks that open to the same bytes, each in its place only', async () => {
  const body = Buffer.alloc(1_700_000, 'The quick brown fox. ')
  const sealer = new ChunkSealer('msg_1')
  const chunks: SealedChunk[] = []
  for (let at = 0; at < body.length; at += 50_001) chunks.push(...sealer.push(body.subarray(at, at + 50_001)))
  chunks.push(sealer.end())
  expect(chunks.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4])
  expect((await opened(chunks)).equals(body)).toBe(true)
  expect(chunks.some(({ sealed }) => sealed.includes('quick'))).toBe(false)
  await expect(opened(chunks.toReversed())).rejects.toThrow()
  await expect(opened([chunks[0], chunks[2]] as SealedChunk[])).rejects.toThrow()
  const altered = chunks.map((chunk) => ({ ...chunk, sealed: Buffer.from(chunk.sealed) }))
  const { sealed } = altered.at(-1) as SealedChunk
  sealed.writeUInt8(sealed.readUInt8(1000) ^ 1, 1000)
  await expect(opened(altered)).rejects.toThrow()
})
