/** A part of a page that has an address of its own. */
export type Passage = { href: string; page: string; heading: string; text: string }

/** The passages of a page in Markdown. */
export function passagesOf(href: string, page: string, markdown: string): Passage[] {
  const [head = '', ...rest] = markdown.split(/<a id="([^"]+)"><\/a>/)
  const passages: Passage[] = [{ href, page, heading: page, text: plain(head) }]
  for (let at = 0; at < rest.length; at += 2) {
    const text = rest[at + 1] ?? ''
    const [, heading = rest[at] ?? ''] = /^#+ (.+)$/m.exec(text) ?? /^- (\S+)/m.exec(text) ?? []
    passages.push({ href: `${href}#${rest[at]}`, page, heading, text: plain(text) })
  }
  return passages
}

const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*#]|^- /gm, '')
    .replace(/\s+/g, ' ')
    .trim()

export const MOST_FOUND = 30

export type Found = Passage & { excerpt: string }

/** Passages with all words that are asked for, those first that have them in their heading. */
export function searchPassages(passages: readonly Passage[], query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const some = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length
  return passages
    .filter(({ page, heading, text }) => has(`${page} ${heading} ${text}`))
    .map((passage, at) => ({ ...passage, at, score: some(passage.heading) * 2 + some(passage.page) }))
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, MOST_FOUND)
    .map(({ at: _, score: __, ...passage }) => ({ ...passage, excerpt: excerptOf(passage.text, words[0] ?? '') }))
}

const AROUND = 90

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word))
  const [from, to] = [Math.max(0, at - AROUND), Math.min(text.length, at + AROUND)]
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
