/**
 * How the machine-readable zone writes letters it does not have; the first way is the recommended one. Letters that lose
 * nothing but an accent are not listed. @see ICAO 9303-3 §6, tables A and B
 */
const WAYS: Record<string, readonly string[]> = {
  ...{ Ä: ['AE', 'A'], Å: ['AA', 'A'], Æ: ['AE'], Ð: ['D'], Đ: ['D'], Ñ: ['N', 'NXX'], Ö: ['OE', 'O'], Ø: ['OE'], Œ: ['OE'], Ü: ['UE', 'UXX', 'U'] },
  ...{ Þ: ['TH'], ẞ: ['SS'], Ħ: ['H'], ı: ['I'], Ĳ: ['IJ'], ĸ: ['Q'], Ŀ: ['L'], Ł: ['L'], Ŋ: ['N'], Ŧ: ['T'], Ə: ['E'] },
  ...{ А: ['A'], Б: ['B'], В: ['V'], Г: ['G', 'H'], Ґ: ['G'], Д: ['D'], Ђ: ['D'], Е: ['E'], Ё: ['E', 'IO'], Є: ['IE'], Ж: ['ZH', 'Z'], З: ['Z'] },
  ...{ И: ['I', 'Y'], І: ['I'], Ї: ['I'], Й: ['I'], Ј: ['J'], К: ['K'], Л: ['L'], Љ: ['LJ'], М: ['M'], Н: ['N'], Њ: ['NJ'], О: ['O'], П: ['P'] },
  ...{ Р: ['R'], С: ['S'], Т: ['T'], Ћ: ['C'], У: ['U'], Ў: ['U'], Ф: ['F'], Х: ['KH', 'H'], Ц: ['TS', 'C'], Ч: ['CH', 'C'], Џ: ['DZ'] },
  ...{ Ш: ['SH', 'S'], Щ: ['SHCH', 'SHT'], Ъ: ['IE', ''], Ы: ['Y'], Ь: [''], Э: ['E'], Ю: ['IU'], Я: ['IA'], Ѕ: ['DZ'], Ѓ: ['G'], Ќ: ['K'] },
  // An apostrophe goes, a hyphen parts two names. @see ICAO 9303-3 §4.6
  ...{ "'": [''], '’': [''], ʼ: [''], '.': [''], ',': [''], '-': [' '], ' ': [' '] },
}

/**
 * Whether a spelling and the text of a machine-readable zone are the same name: letter by letter, the spelling can be
 * written as the zone has it.
 * @param spelling any case, with accents, hyphens and apostrophes
 * @param mrzName capital letters and spaces, as in `DocumentReading`
 * @param truncated the zone may hold only the beginning of the name
 */
export function transliteratesTo(spelling: string, mrzName: string, truncated = false): boolean {
  let reached = new Set([0])
  for (const letter of lettersOf(spelling)) {
    if (truncated && reached.has(mrzName.length)) return true
    const ways = waysToWrite(letter)
    reached = new Set([...reached].flatMap((at) => ways.filter((way) => mrzName.startsWith(way, at)).map((way) => at + way.length)))
  }
  return reached.has(mrzName.length)
}

/**
 * The recommended way to write a name.
 * @throws RangeError for a letter that has none
 */
export const transliterate = (spelling: string) => lettersOf(spelling).map(recommended).join('')

function recommended(letter: string): string {
  const [way] = waysToWrite(letter)
  if (way === undefined) throw new RangeError('a letter without a transliteration')
  return way
}

/** `ß` has no single capital letter in most fonts; `SS`, its usual one, is what the zone holds. */
const lettersOf = (spelling: string) => [...spelling.trim().replace(/\s+/g, ' ').normalize('NFC').toUpperCase()]

export function waysToWrite(letter: string): readonly string[] {
  const listed = WAYS[letter]
  if (listed) return listed
  const plain = letter.normalize('NFD').replace(/\p{Mark}/gu, '')
  return /^[A-Z]$/.test(plain) ? [plain] : []
}
