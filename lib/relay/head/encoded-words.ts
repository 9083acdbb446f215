import libmime from 'libmime'

const PLAIN = /^[\x20-\x7e]*$/
/** Characters of an encoded-word, at most. @see RFC 2047 §2 */
const WORD_LENGTH = 75

/**
 * Text of a header with its encoded-words read. To be used on what an address parser has taken apart, never before: a
 * decoded `<` or `,` must not become syntax. @see RFC 2047
 */
export const decodeWords = (text: string): string => libmime.decodeWords(text)

/** Text as encoded-words, one a line, where it is not plain ASCII. */
export const encodeWords = (text: string): string =>
  PLAIN.test(text) ? text : libmime.encodeWord(text, 'B', WORD_LENGTH).replaceAll('?= =?', '?=\r\n =?')
