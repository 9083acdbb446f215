import { namesOwnDomain } from '../own-domains'

const OUR_NAME = 'signet'

/** Characters that look like a letter of our name, beyond what Unicode itself calls the same. @see UTS #39 §4 */
const LOOKALIKES: Record<string, string> = {
  s: 'ѕ5$ꜱʂ',
  i: 'іӏι1l|!ıɪɩ',
  g: 'ԍɡɢ69',
  n: 'пηոɴ',
  e: 'еєεҽ3ҿ',
  t: 'тτ7+ᴛ',
}

const LETTER_OF = new Map(Object.entries(LOOKALIKES).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)))

/** A text as it looks at a glance: letters only, each as the plain one that it resembles. */
const glance = (text: string) =>
  [...text.normalize('NFKD').toLowerCase()]
    .map((character) => LETTER_OF.get(character) ?? character)
    .filter((character) => /\p{L}/u.test(character))
    .join('')

/** An address, or one in words. */
const ADDRESS = /@|\sat\s+[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/iu

/**
 * Whether a sender's name says it is somebody else: it holds an address, or our name or a domain of ours, also spelled
 * with letters that look alike. Mail programs show little but the name, and the address of forwarded mail is always ours.
 */
export function isMisleading(name: string): boolean {
  const text = name.normalize('NFKC')
  return ADDRESS.test(text) || namesOwnDomain(text) || glance(text).includes(OUR_NAME)
}
