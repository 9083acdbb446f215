/**
 * A message's head, field by field. Bytes are held as latin1 text, so that nothing is lost before somebody decides how
 * to read it. @see RFC 5322 §2.2
 */
export type HeaderField = {
  /** Lower case. */
  name: string
  /** As it came, folded, without the last line end. */
  raw: string
  /** What follows the colon, unfolded. */
  value: string
}

const FIELD_START = /^[!-9;-~]+[ \t]*:/

/**
 * Where the head ends and the body begins. The head also ends before a line that is no header field: such a line, and
 * everything behind an empty first line, is body and must not get lost.
 * @param isAll whether nothing follows the text given
 * @returns null when more is needed to tell
 */
export function findHeadEnd(text: string, isAll: boolean): { headEnd: number; bodyStart: number } | null {
  let start = 0
  for (;;) {
    const newline = text.indexOf('\n', start)
    if (newline < 0 && !isAll) return null
    const next = newline < 0 ? text.length : newline + 1
    const line = text.slice(start, next).replace(/\r?\n$/, '')
    if (line === '') return { headEnd: start, bodyStart: next }
    const isContinuation = start > 0 && (line[0] === ' ' || line[0] === '\t')
    if (!isContinuation && !FIELD_START.test(line)) return { headEnd: start, bodyStart: start }
    if (newline < 0) return { headEnd: next, bodyStart: next }
    start = next
  }
}

/** Bare LF ends a line like CRLF; bare CR and NUL cannot begin a new field, they become spaces. */
export function parseHead(text: string): HeaderField[] {
  const lines = text.replace(/\r(?!\n)|\0/g, ' ').replace(/\r?\n/g, '\r\n')
  return lines
    .split(/\r\n(?![ \t])/)
    .filter((line) => line !== '')
    .map((raw) => {
      const colon = raw.indexOf(':')
      return {
        name: raw.slice(0, colon).trim().toLowerCase(),
        raw,
        value: raw
          .slice(colon + 1)
          .replace(/\r\n/g, '')
          .trim(),
      }
    })
}

/** Field text as a person would read it: UTF-8 where it is that. @see RFC 6532 */
export function decodeBytes(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return latin1
  }
}
