import { waysToWrite } from '../mrz/transliterate'

/** What readers mix up when they see letters, and when they see digits. */
const ALIKE_LETTERS = ['VYUNW', 'GQCOD', 'NRHMK', 'EFB', 'PRFB', 'ILJT', 'SZ', 'AR', 'MN', 'HN', 'VN', 'XK', 'UO', 'TY', 'WM', 'EC', 'LE', 'BD', 'BS']
const ALIKE_CHARACTERS = [
  '0ODQ',
  '1IJL7T',
  '27Z',
  '35S',
  '56GS',
  '689BG',
  '4A',
  '08',
  '38BS',
  '9G',
  '17',
  '49',
  '09',
  '06',
  'UV',
  'VY',
  'MN',
  'CG',
  'EF',
  'PR',
  'HN',
  'KX',
]

/** What stands for a letter when a reader who knows letters only sees a digit or a sign. */
const AS_LETTER: Record<string, string> = {
  0: 'O',
  1: 'I',
  5: 'S',
  8: 'B',
  6: 'G',
  2: 'Z',
  '|': 'I',
  '!': 'I',
  '@': 'Ø',
  '¢': 'Ç',
  $: 'S',
  '€': 'E',
  '£': 'Ł',
}

const areAlike = (sets: readonly string[], one: string, other: string) => sets.some((set) => set.includes(one) && set.includes(other))

/** Capital letters A–Z alone, accents lost. */
export const lettersOf = (text: string) =>
  text
    .toUpperCase()
    .replaceAll('Ł', 'L')
    .replaceAll('Ø', 'O')
    .replaceAll('Đ', 'D')
    .replaceAll('ß', 'SS')
    .replaceAll('ẞ', 'SS')
    .replaceAll('Æ', 'AE')
    .normalize('NFD')
    .replace(/[^A-Z]/g, '')

/** Capital letters and digits. */
export const charactersOf = (text: string) =>
  text
    .toUpperCase()
    .normalize('NFD')
    .replace(/[^A-Z0-9]/g, '')

/** @see Levenshtein 1966 */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row.at(-1) as number
}

/** `near`: they differ by what readers mix up; `unlike`: they cannot be one text; `far`: neither can be said. */
export type Likeness = 'same' | 'near' | 'far' | 'unlike'

const ALIKE = 1
const OTHER = 3
const HALF_A_LETTER = 1

/**
 * Whether a name on a page is the zone's: the zone writes letters with accents in ways of its own, and a reader may lose
 * the accents. Spaces, hyphens and apostrophes count for nothing.
 * @param spelling as read on the page
 * @param mrzName capital letters and spaces
 * @param truncated the zone may hold only the beginning
 * @see ICAO 9303-3 §6
 */
export function compareNames(spelling: string, mrzName: string, truncated = false): Likeness {
  const zone = mrzName.replace(/[^A-Z]/g, '')
  const letters = [...spelling.toUpperCase().normalize('NFC')]
    .map((letter) => AS_LETTER[letter] ?? letter)
    .filter((letter) => /\p{Letter}/u.test(letter))
  if (zone === '' || letters.length === 0 || zone.length > 2 * letters.length + 2) return 'unlike'
  if (!truncated && letters.length > 2 * zone.length + 2) return 'unlike'
  let costs = Array.from({ length: zone.length + 1 }, (_, at) => at * OTHER)
  let bestEnd = Number.POSITIVE_INFINITY
  for (const letter of letters) {
    if (truncated) bestEnd = Math.min(bestEnd, costs[zone.length] as number)
    costs = costsAfter(letter, costs, zone)
  }
  const cost = Math.min(costs[zone.length] as number, bestEnd)
  if (cost === 0) return 'same'
  if (cost <= ALIKE + Math.floor(zone.length / 6) * ALIKE) return 'near'
  return cost > OTHER * Math.max(1, 0.42 * Math.max(zone.length, letters.length)) ? 'unlike' : 'far'
}

function costsAfter(letter: string, costs: readonly number[], zone: string): number[] {
  const ways = writings(letter)
  const next = costs.map((cost) => cost + (ways.includes('I') || ways.includes('L') ? HALF_A_LETTER : OTHER))
  costs.forEach((cost, at) => {
    for (const way of ways) if (zone.startsWith(way, at)) improve(next, at + way.length, cost)
    if (at < zone.length) improve(next, at + 1, cost + (ways.some((way) => areAlike(ALIKE_LETTERS, way, zone[at] as string)) ? ALIKE : OTHER))
  })
  for (let at = 1; at <= zone.length; at++) {
    const left = zone[at - 1] as string
    improve(next, at, (next[at - 1] as number) + (left === 'I' || left === zone[at - 2] ? HALF_A_LETTER : OTHER))
  }
  return next
}

function improve(costs: number[], at: number, cost: number) {
  if (cost < (costs[at] as number)) costs[at] = cost
}

/** A plain letter may have lost its accent to the reader. */
const LOST_ACCENTS: Record<string, readonly string[]> = {
  A: ['A', 'AE', 'AA'],
  O: ['O', 'OE'],
  U: ['U', 'UE'],
  N: ['N', 'NXX'],
  B: ['B', 'SS'],
  D: ['D', 'TH'],
  Ø: ['OE', 'O'],
}

function writings(letter: string): readonly string[] {
  const lost = LOST_ACCENTS[letter]
  if (lost) return lost
  const ways = waysToWrite(letter)
  const plain = lettersOf(letter)
  return plain && !ways.includes(plain) ? [...ways, plain] : ways
}

/** In most faces these are one shape. */
const oneShape = (text: string) => text.replace(/[OQ]/g, '0').replaceAll('I', '1')

/** @param found on the page, @param number of the zone: capital letters and digits */
export function compareNumbers(found: string, number: string): Likeness {
  const [one, other] = [oneShape(found), oneShape(number)]
  if (one === other) return 'same'
  if (one.length !== other.length) return 'far'
  const differences = [...one].flatMap((character, index) => (character === other[index] ? [] : [[character, other[index] as string] as const]))
  return differences.every(([here, there]) => areAlike(ALIKE_CHARACTERS, here, there)) ? 'near' : 'unlike'
}

/** Digits that are mixed up even by a reader who is sure. */
export const areAlikeDigits = (one: string, other: string) => areAlike(ALIKE_CHARACTERS, one, other)
