import type { Observation } from './observation'

/**
 * Takes apart whatever an observer is told, without knowing what it is: JSON to its leaves, signed tokens to their head
 * and claims, addresses to their parameters, texts to their words. A field that did not exist yesterday is taken apart
 * as well.
 */
export function* flatten(path: string, value: unknown): Generator<Observation> {
  if (value === undefined) return
  if (Array.isArray(value)) {
    yield [`${path}.length`, String(value.length)]
    for (const item of value) yield* flatten(`${path}[]`, item)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) yield* flatten(`${path}.${name}`, inner)
  } else if (typeof value === 'string') {
    yield* flattenText(path, value)
  } else {
    yield [path, String(value)]
  }
}

/** A text, and what is written inside it. */
export function* flattenText(path: string, text: string): Generator<Observation> {
  yield [path, text]
  const parts = text.split('.')
  const opened = parts.map(openBase64)
  if (opened.some((part) => part !== undefined)) {
    for (const [nth, part] of parts.entries()) {
      if (opened[nth] !== undefined) yield* flatten(`${path}~${nth}`, opened[nth])
      else if (parts.length > 1) yield [`${path}~${nth}`, part]
    }
  } else if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text)) {
    for (const [name, inner] of new URL(text).searchParams) yield* flattenText(`${path}?${name}`, inner)
  } else {
    yield* wordsOf(path, text)
  }
}

const MOST_WORDS = 24

function* wordsOf(path: string, text: string): Generator<Observation> {
  const words = text.split(/[\s;,="'<>()[\]{}]+/).filter(Boolean)
  if (words.length < 2 || words.length > MOST_WORDS) return
  for (const [nth, word] of words.entries()) yield [`${path}~${nth}`, word]
  // A date among other words, as in a Received field.
  const date = /[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} [\d:]{8}( [+-]\d{4})?/.exec(text)?.[0]
  if (date && date !== text) yield [`${path}~date`, date]
}

/** JSON that travels as base64url: parts of signed tokens, cursors. */
function openBase64(text: string): unknown {
  if (!/^[A-Za-z0-9_-]{4,}={0,2}$/.test(text)) return undefined
  const opened = Buffer.from(text, 'base64url').toString('utf8')
  if (!/^[[{]/.test(opened)) return undefined
  try {
    return JSON.parse(opened)
  } catch {
    return undefined
  }
}

/** An HTTP answer as its caller sees it: status, every header, body. */
export async function* flattenAnswer(step: string, answer: Response): AsyncGenerator<Observation> {
  yield [`${step} status`, String(answer.status)]
  for (const [name, value] of answer.headers) yield* flattenText(`${step} ${name}`, value)
  yield* flattenBody(`${step} body`, await answer.text())
}

export function* flattenBody(path: string, text: string): Generator<Observation> {
  try {
    yield* flatten(path, JSON.parse(text))
  } catch {
    yield* /^\s*</.test(text) ? flattenPage(path, text) : flattenText(path, text)
  }
}

/** A page as it is read, and the words of what its scripts are given. */
export function* flattenPage(path: string, html: string): Generator<Observation> {
  const shown = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
  for (const [nth, text] of shown
    .split(/<[^>]*>/)
    .map((part) => part.trim())
    .filter(Boolean)
    .entries())
    yield* flattenText(`${path} text ${nth}`, text)
  for (const [, name, value] of shown.matchAll(/\s(href|value|datetime|title|content|action)="([^"]*)"/g))
    yield* flattenText(`${path} ${name}`, (value as string).replaceAll('&amp;', '&'))
}

/** The rows of a page's tables and lists, each with all that is inside. */
export const rowsOf = (html: string): string[] =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .split(/(?=<tr\b|<li\b)/)
    .slice(1)

/** A reply of an SMTP server: code, enhanced code, words. */
export function* flattenReply(step: string, reply: string): Generator<Observation> {
  yield* flattenText(step, reply.replace(/\s+/g, ' '))
}

/** The head of a mail, field by field. */
export function* flattenHead(path: string, mail: string): Generator<Observation> {
  const head =
    mail
      .replaceAll('\r', '')
      .split('\n\n')[0]
      ?.replace(/\n[ \t]+/g, ' ') ?? ''
  for (const line of head.split('\n')) {
    const colon = line.indexOf(':')
    yield* flattenText(`${path} ${line.slice(0, colon).toLowerCase()}`, line.slice(colon + 1).trim())
  }
}
