import fc from 'fast-check'
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js'
import { expect, it } from 'vitest'
import { takeQuietPiecesWhole } from './quiet-pieces'

/** What a parser makes of a message that comes in these pieces: its bytes, their count, and the commands after it. */
async function read(parser: SMTPStream, pieces: Buffer[]) {
  const data = parser.startDataMode(1000)
  const [taken, commands]: [Buffer[], string[]] = [[], []]
  data.on('data', (bytes: Buffer) => taken.push(bytes))
  data.once('end', () => parser.continue())
  parser.oncommand = (command, next) => {
    commands.push(command.toString('latin1'))
    next?.()
  }
  for (const piece of pieces) await new Promise((done) => parser.write(piece, done))
  await new Promise((done) => setImmediate(done))
  return { text: Buffer.concat(taken).toString('latin1'), commands, bytes: parser.dataBytes, isTooLarge: data.sizeExceeded }
}

const part = fc.oneof(
  fc.constantFrom('.', '\r', '\n', '\r\n', '\r\n.', '\n.', '\r\n..', '.\r\n', 'a', 'ab', 'abc'),
  fc.nat(300).map((length) => 'x'.repeat(length)),
)
const pieces = fc.array(
  fc.array(part, { maxLength: 6 }).map((parts) => Buffer.from(parts.join(''))),
  { maxLength: 12 },
)

it('reads every message as smtp-server does, however it is cut', async () => {
  const readsTheSame = fc.asyncProperty(pieces, async (cut) => {
    const message = [...cut, Buffer.from('\r\n.\r\nNOOP\r\n')]
    expect(await read(takeQuietPiecesWhole(new SMTPStream()), message)).toEqual(await read(new SMTPStream(), message))
  })
  await fc.assert(readsTheSame, { numRuns: 2000 })
})

it('passes a large body on without looking at each byte, and still finds its end in the middle of a piece', async () => {
  const line = `${'x'.repeat(76)}\r\n`
  const cut = [line, line.repeat(400), `${line.slice(0, 40)}`, `${line.slice(40)}.`, '\r\nNOOP\r\n'].map((text) => Buffer.from(text))
  const { text, commands, isTooLarge } = await read(takeQuietPiecesWhole(new SMTPStream()), cut)
  expect(text).toBe(line.repeat(402))
  expect(commands).toEqual(['NOOP'])
  expect(isTooLarge).toBe(true)
})
