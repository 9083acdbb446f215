/** What is used of it; the package has no types. */
declare module 'libmime' {
  const libmime: {
    decodeWords(text: string): string
    parseHeaderValue(text: string): { value: string; params: Record<string, string> }
    encodeWord(text: string, encoding: 'B' | 'Q', maxLength: number): string
  }
  export default libmime
}
