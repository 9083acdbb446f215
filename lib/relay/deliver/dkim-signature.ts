import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'

const signAsync = promisify(sign) as (algorithm: string, data: Buffer, key: KeyObject) => Promise<Buffer>

const SIGNED = [
  'from',
  'to',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
]
const LINE = 72

export type DkimSigner = { domain: string; selector: string; key: KeyObject }

const nameOf = (line: string) => line.slice(0, line.indexOf(':')).trim().toLowerCase()

/** The "relaxed" form of a header field. @see RFC 6376 §3.4.2 */
const relaxed = (line: string) =>
  `${nameOf(line)}:${line
    .slice(line.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`

/**
 * The DKIM-Signature line of a message, from its head and the hash its body had when it was taken. From is listed once
 * more than it is there, so that none can be added. @see RFC 6376 §3.5, §5.4
 * @param lines header fields as latin1 text
 * @param bodyHash base64 SHA-256 of the body in simple canonical form
 */
export async function dkimSignature(lines: string[], bodyHash: string, { domain, selector, key }: DkimSigner, at: Date): Promise<string> {
  const signed = SIGNED.flatMap((name) => lines.filter((line) => nameOf(line) === name).slice(0, 1))
  const names = [...signed.map(nameOf), 'from'].join(':')
  const tags = `v=1; a=rsa-sha256; c=relaxed/simple; d=${domain};\r\n s=${selector}; t=${Math.floor(at.getTime() / 1000)}; bh=${bodyHash};\r\n h=${fold(names, /(?<=:)/)};\r\n b=`
  const unsigned = `DKIM-Signature: ${tags}`
  const data = [...signed, unsigned].map(relaxed).join('\r\n')
  const signature = await signAsync('rsa-sha256', Buffer.from(data, 'latin1'), key)
  return unsigned + (signature.toString('base64').match(/.{1,72}/g) ?? []).join('\r\n ')
}

/** Breaks a long value where `at` matches. */
function fold(text: string, at: RegExp): string {
  let line = ''
  let folded = ''
  for (const part of text.split(at)) {
    if (line.length + part.length > LINE) {
      folded += `${line}\r\n `
      line = ''
    }
    line += part
  }
  return folded + line
}
