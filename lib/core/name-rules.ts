// The browser checks names with this module too: it imports nothing.

/** Why a name could pass for another, or for none. */
export type NameFault = 'nothing_visible' | 'hidden_characters' | 'look_alikes' | 'mixed_scripts'

/** @see UTS 51 §1.4.9; what holds an emoji together is allowed there and nowhere else */
const EMOJI = /(?:\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D(?=\p{Extended_Pictographic}))?|[0-9#*]\uFE0F?\u20E3)/gu

/** Format, private and unassigned characters, lone surrogates, controls, and letters that are drawn as nothing. */
const HIDDEN = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** More marks on one letter than any language has. @see UTS 39 §5.4 */
const PILED_MARKS = /\p{Mn}{5}/u

/** The scripts in everyday use. @see UAX 31 Table 5 */
const SCRIPTS = [
  'Arab', 'Armn', 'Beng', 'Bopo', 'Cyrl', 'Deva', 'Ethi', 'Geor', 'Grek', 'Gujr', 'Guru', 'Hang', 'Hani', 'Hebr', 'Hira', 'Kana',
  'Khmr', 'Knda', 'Laoo', 'Latn', 'Mlym', 'Mymr', 'Orya', 'Sinh', 'Taml', 'Telu', 'Thaa', 'Thai', 'Tibt',
] // biome-ignore format: one glance

/** One script, or Latin beside those of one East Asian language. @see UTS 39 §5.2, "highly restrictive" */
const COMPANIES_OF_SCRIPTS = [
  ...SCRIPTS.map((script) => [script]),
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
]

const WITHIN = COMPANIES_OF_SCRIPTS.map(
  (scripts) => new RegExp(`^[${['Zyyy', 'Zinh', ...scripts].map((name) => `\\p{scx=${name}}`).join('')}]*$`, 'u'),
)

/** Whether its letters come from scripts that are not written together, as Latin and Cyrillic are not. */
export const mixesScripts = (text: string) => !WITHIN.some((scripts) => scripts.test(text))

/** Whether it holds letters or digits in a costume: bold, in circles, of full width, as ligatures. */
const hasLookAlikes = (text: string) =>
  [...text].some(
    (character) =>
      !/[\u0000-\u00FF™℠№]/.test(character) && /[\p{L}\p{N}]/u.test(character.normalize('NFKC')) && character.normalize('NFKC') !== character,
  )

/** @returns null for a name that everybody reads as it is written */
export function nameFault(name: string): NameFault | null {
  const text = name.normalize('NFC').replace(EMOJI, '')
  if (HIDDEN.test(text) || PILED_MARKS.test(text)) return 'hidden_characters'
  if (!/[\p{L}\p{N}]/u.test(text)) return 'nothing_visible'
  if (hasLookAlikes(text)) return 'look_alikes'
  return mixesScripts(text) ? 'mixed_scripts' : null
}

/** The name without what nobody sees, for names that were there before they were judged. */
export const withoutHidden = (name: string) => {
  const emoji: string[] = []
  const kept = name.replace(EMOJI, (one) => `\u0000${emoji.push(one) - 1}\u0000`)
  return kept.replace(/[^\u0000]/gu, (one) => (HIDDEN.test(one) ? '' : one)).replace(/\u0000(\d+)\u0000/g, (_, index) => emoji[Number(index)] ?? '')
}

/** Steers the direction of what follows, stands for nothing or for whatever a font makes of it. */
const STEERING = /[\p{Bidi_Control}\p{Co}\p{Cn}\p{Cs}\u{E0000}-\u{E007F}]/u

/** Whether everything in it is shown, in whatever script it is written. */
export const isReadable = (name: string) => !STEERING.test(name) && /[\p{L}\p{N}]/u.test(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
