import { domainToUnicode } from 'node:url'
import { domainOf, mailboxOf } from '#lib/core/email-address'

/** What must not be in a reply: who the person really is. */
export type Secrets = {
  email: string
  /** Whatever name is known: of the account, and what the mail program calls its owner. */
  names: readonly string[]
}

/** What stands there instead. */
export type Instead = { address: string; name: string }

/** Characters that nobody sees, and ends of lines that an encoding put in. */
const UNSEEN = '[\\u00ad\\u200b-\\u200f\\u2060\\u2061-\\u2064\\ufeff]*'
/** What a mail program puts between two words of a name when it wraps or quotes. */
const BETWEEN = "(?:[\\s>|,.'\\u00a0]|&nbsp;|%20|\\+|_)+"
const AT = '(?:\\s*(?:@|\\uff20|%40|&#0*64;|&#x0*40;|&commat;)\\s*|\\s*[[({<]\\s*(?:at|@)\\s*[\\])}>]\\s*|\\s+at\\s+)'
const DOT = '(?:\\.|\\uff0e|%2e|&#0*46;|\\s*[[({]\\s*(?:dot|\\.)\\s*[\\])}]\\s*)'

const literal = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const spelled = (text: string, between = UNSEEN) => [...text].map((character) => (character === '.' ? DOT : literal(character))).join(between)

const LETTER = '\\p{L}\\p{M}\\p{N}'

/** Whether a word by itself names somebody: shorter ones are words of every language. */
const isTelling = (local: string) => local.length >= 6 || (local.length >= 4 && /[\d._-]/.test(local))

/** Providers that do not see dots, under all of their names. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

function addressPattern(email: string): string {
  const domain = domainOf(email)
  const isDotless = DOTLESS.has(domain)
  const local = mailboxOf(email).split('@')[0] as string
  const names = isDotless ? [...DOTLESS] : [domain, domainToUnicode(domain)]
  const locals = isDotless ? spelled(local, `${UNSEEN}\\.?${UNSEEN}`) : spelled(local)
  const others = email.slice(0, email.lastIndexOf('@')) === local ? '' : `|${spelled(email.slice(0, email.lastIndexOf('@')))}`
  return `(?<![${LETTER}])(?:${locals}${others})(?:(?:\\+|%2b)[\\w.=-]*)?${UNSEEN}${AT}${UNSEEN}(?:${[...new Set(names)].map((name) => spelled(name)).join('|')})(?![${LETTER}])`
}

/** A word of a name as it is written in a text: with a capital, or all of it in capitals. */
const shouted = (word: string) => {
  const lower = word.toLowerCase()
  const [first = '', ...rest] = [...lower]
  return [...new Set([`${first.toUpperCase()}${rest.join('')}`, word, lower.toUpperCase()])].map((form) => spelled(form)).join('|')
}

const wordsOf = (name: string) =>
  name
    .normalize('NFC')
    .split(/[\s,]+/)
    .filter((word) => /\p{L}/u.test(word))

/** Letters with and without their marks: programs and people leave them out. */
const bare = (text: string) =>
  text
    .replace(/[łŁ]/g, (letter) => (letter === 'ł' ? 'l' : 'L'))
    .replace(/[øØ]/g, (letter) => (letter === 'ø' ? 'o' : 'O'))
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')

const withBare = (name: string) => [...new Set([name, bare(name), name.normalize('NFD')])]

/** Patterns that find the person in a text. */
export class SecretFinder {
  private readonly address: RegExp
  private readonly local: RegExp
  private readonly wholeNames: RegExp | null
  private readonly words: RegExp | null

  constructor({ email, names }: Secrets) {
    this.address = new RegExp(addressPattern(email), 'giu')
    const local = mailboxOf(email).split('@')[0] as string
    // A short one is a word like any other, but in an address of a page or an account it is them.
    const before = isTelling(local) ? `(?<![${LETTER}])` : '(?<=[~/=@:])'
    this.local = new RegExp(`${before}${spelled(local)}(?![${LETTER}])`, 'giu')
    const all = [...new Set(names.flatMap(withBare))].map(wordsOf).filter((words) => words.length > 0)
    const whole = all.filter((words) => words.length > 1).flatMap((words) => [words, [...words].reverse()])
    const wholes = whole.map((words) => words.map((word) => spelled(word)).join(`${UNSEEN}${BETWEEN}${UNSEEN}`))
    this.wholeNames = wholes.length > 0 ? new RegExp(`(?<![${LETTER}])(?:${wholes.join('|')})(?![${LETTER}])`, 'giu') : null
    const single = [...new Set(all.flat().filter((word) => [...word].length > 1))]
    this.words = single.length > 0 ? new RegExp(`(?<![${LETTER}])(?:${single.map(shouted).join('|')})(?![${LETTER}])`, 'gu') : null
  }

  /** @param changed called for each place, with what it was */
  replace(text: string, instead: Instead, changed: (kind: 'address' | 'name') => void): string {
    const put = (kind: 'address' | 'name') => () => {
      changed(kind)
      return kind === 'address' ? instead.address : instead.name
    }
    let clean = text.replace(this.address, put('address'))
    for (const pattern of [this.local, this.wholeNames, this.words]) if (pattern) clean = clean.replace(pattern, put('name'))
    return clean
  }

  /** Whether a text still tells who the person is, also across what stands between its letters. */
  finds(text: string): boolean {
    const isIn = (pattern: RegExp | null, where: string) => pattern !== null && where.search(pattern) >= 0
    const forms = [text, text.normalize('NFKC'), decodePercent(text)]
    return forms.some((form) => [this.address, this.local, this.wholeNames, this.words].some((pattern) => isIn(pattern, form)))
  }
}

const decodePercent = (text: string) => text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'))
