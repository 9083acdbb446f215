/** Deeper than anything an interface of ours takes, and far from what any reader of it could fail over. */
const MAX_DEPTH = 32

/** A string, or one of the characters that open, close and separate. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * JSON that means the same to everybody: UTF-8, no name twice in an object, no nesting that could exhaust a reader.
 * @see RFC 8259 §4, §8.1, §9
 * @throws SyntaxError or TypeError
 */
export function parseStrictJson(bytes: Uint8Array, maxDepth = MAX_DEPTH): unknown {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  // Before anything is built from it: judging a value means walking it, level by level.
  refuseDepthAndRepetition(text, maxDepth)
  return JSON.parse(text)
}

function refuseDepthAndRepetition(text: string, maxDepth: number) {
  /** The names of each object that is open; null for a list. */
  const open: (Set<string> | null)[] = []
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null)
      if (open.length > maxDepth) throw new SyntaxError('nested too deeply')
    } else if (token === '}' || token === ']') {
      open.pop()
    } else if (token === ':') {
      const [names, name] = [open.at(-1), String(JSON.parse(last))]
      if (names?.has(name)) throw new SyntaxError('a name is given twice')
      names?.add(name)
    }
    last = token
  }
}
