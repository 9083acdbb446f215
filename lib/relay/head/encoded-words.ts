const WORD = /=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bq])\?([^?\s]*)\?=/gi
const BETWEEN_WORDS = /(\?=)[ \t\r\n]+(?==\?)/g
/** An encoded-word has at most 75 characters; this many bytes fit into one as base64. */
const BYTES_PER_WORD = 45

/**
 * Text of a header with its encoded-words read. To be used on what an address parser has taken apart, never before: a
 * decoded `<` or `,` must not become syntax. @see RFC 2047
 */
export function decodeWords(text: string): string {
  const words = [...text.replace(BETWEEN_WORDS, '$1').matchAll(WORD)]
  if (words.length === 0) return text
  let read = ''
  let end = 0
  let waiting = Buffer.alloc(0)
  let waitingCharset = ''
  const source = text.replace(BETWEEN_WORDS, '$1')
  const flush = () => {
    read += decode(waitingCharset, waiting)
    waiting = Buffer.alloc(0)
  }
  for (const { 0: word, 1: charset = '', 2: encoding = '', 3: content = '', index } of words) {
    // A character may be spread over two words of one charset.
    if (index > end || charset.toLowerCase() !== waitingCharset) flush()
    read += source.slice(end, index)
    waitingCharset = charset.toLowerCase()
    waiting = Buffer.concat([waiting, encoding.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : quotedBytes(content)])
    end = index + word.length
  }
  flush()
  return read + source.slice(end)
}

const quotedBytes = (text: string) =>
  Buffer.from(
    text.replace(/_/g, ' ').replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

function decode(charset: string, bytes: Buffer): string {
  if (bytes.length === 0) return ''
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/** Text as encoded-words, one a line, where it is not plain ASCII. */
export function encodeWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > BYTES_PER_WORD) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ')
}
