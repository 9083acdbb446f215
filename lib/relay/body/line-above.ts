import { randomBytes } from 'node:crypto'

/** What stands around a body: the fields of the whole, and the bytes before and behind it. */
export type Surroundings = { kept: string[]; before: Buffer; after: Buffer }

const IS_OF_CONTENT = /^content-/i

/**
 * Puts a line above the text of a message. The message goes into a part of its own, with the fields that describe it, and not a byte of it
 * changes: a signature inside still holds. @see RFC 2046 §5.1.3
 * @param kept fields of the message's head
 */
export function lineAbove(kept: readonly string[], text: string): Surroundings {
  const boundary = `=_${randomBytes(16).toString('hex')}`
  const own = kept.filter((line) => IS_OF_CONTENT.test(line))
  const rest = kept.filter((line) => !IS_OF_CONTENT.test(line) && !/^mime-version:/i.test(line))
  const note = (
    Buffer.from(`${text}\r\n`)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')
  const head = ['Content-Type: text/plain; charset=utf-8', 'Content-Disposition: inline', 'Content-Transfer-Encoding: base64']
  return {
    kept: [...rest, 'MIME-Version: 1.0', `Content-Type: multipart/mixed;\r\n boundary="${boundary}"`],
    before: Buffer.from(
      `--${boundary}\r\n${head.join('\r\n')}\r\n\r\n${note}\r\n--${boundary}\r\n${own.map((line) => `${line}\r\n`).join('')}\r\n`,
      'latin1',
    ),
    after: Buffer.from(`\r\n--${boundary}--\r\n`),
  }
}
