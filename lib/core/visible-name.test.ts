import { describe, expect, it } from 'vitest'
import { nameFault, withoutHidden } from './name-rules'
import { readableName, trustedName } from './visible-name'

describe('the name of an app or a company', () => {
  it.each([
    'Larkspur Books',
    'Księgarnia „Pod Lipą” – Łódź',
    "Café O'Brien & Söhne, 2. Auflage (№ 7)",
    'Acme™ 24/7',
    'Книжный магазин',
    'Βιβλιοπωλείο',
    'مكتبة النور',
    'ספרים',
    '本の部屋 Tokyo カフェ',
    '서점 Books 書',
    'हिन्दी पुस्तक',
    'ร้านหนังสือ',
    'Family 👨‍👩‍👧‍👦 Cards ❤️',
    'Beach 🏖️ 👍🏽 1️⃣',
    '42',
  ])('may be %s', (name) => {
    expect(nameFault(name)).toBeNull()
    expect(trustedName(100).parse(name)).toBe(name.normalize('NFC'))
  })

  it.each([
    ['a bidi override', 'Shop\u202Eknab ruoY', 'hidden_characters'],
    ['an isolate', 'Shop \u2067x\u2069', 'hidden_characters'],
    ['a direction mark', 'Shop\u200F', 'hidden_characters'],
    ['a zero-width space', 'Pay\u200BPal', 'hidden_characters'],
    ['a joiner outside emoji', 'Pay\u200DPal', 'hidden_characters'],
    ['a joiner after the last emoji', 'Pay 👍\u200D', 'hidden_characters'],
    ['a soft hyphen', 'Pay\u00ADPal', 'hidden_characters'],
    ['a byte order mark', 'Sh\uFEFFop', 'hidden_characters'],
    ['tag characters', 'Shop\u{E0041}\u{E0042}', 'hidden_characters'],
    ['private use', 'Shop \uE000', 'hidden_characters'],
    ['a code point that is none', 'Shop \u{2FE0}\u0378', 'hidden_characters'],
    ['a variation selector on a letter', 'S\uFE0Fhop', 'hidden_characters'],
    ['the Hangul filler', '\u3164', 'hidden_characters'],
    ['a grapheme joiner', 'Sh\u034Fop', 'hidden_characters'],
    ['a pile of marks', `S${'\u0301\u0302\u0303\u0304\u0305\u0306'}hop`, 'hidden_characters'],
    ['dots alone', '· – …', 'nothing_visible'],
    ['an emoji alone', '👍', 'nothing_visible'],
    ['Latin with a Cyrillic letter', 'PayP\u0430l', 'mixed_scripts'],
    ['Latin with a Greek letter', 'G\u03BF\u03BFgle', 'mixed_scripts'],
    ['a Latin and a Cyrillic word', 'Signet Банк', 'mixed_scripts'],
    ['Cyrillic with Greek', 'Банк Βιβλίο', 'mixed_scripts'],
    ['a script that is no longer in use', '\u{10330}\u{10331}', 'mixed_scripts'],
    ['Cherokee, which looks Latin', '\u13A0\u13D4', 'mixed_scripts'],
    ['bold letters', '𝐒𝐢𝐠𝐧𝐞𝐭', 'look_alikes'],
    ['letters in circles', 'Ⓢⓘgnet', 'look_alikes'],
    ['full-width letters', 'Ｓｉｇｎｅｔ', 'look_alikes'],
    ['a ligature', 'O\uFB03ce', 'look_alikes'],
  ] as const)('may not have %s', (_, name, fault) => {
    expect(nameFault(name)).toBe(fault)
    expect(trustedName(100).safeParse(name).success).toBe(false)
  })

  it('is kept composed and with one kind of space', () => {
    expect(trustedName(100).parse(' Cafe\u0301\u00A0\u2003Noir ')).toBe('Café Noir')
  })
})

it('of old names only what can be seen is shown', () => {
  expect(withoutHidden('Shop\u202Eknab\u200B \u{E0041}1 👨‍👩‍👧 ❤️\u200D')).toBe('Shopknab 1 👨‍👩‍👧 ❤️')
})

describe('the name of a person or a key', () => {
  it.each(['Jo Miller', 'Šárka Иванова', 'می‌خواهم', 'ci – deploy 🚀'])('may be %s', (name) =>
    expect(readableName(100).parse(name)).toBe(name.normalize('NFC')),
  )
  it.each(['Owner\u202Erekcah', 'A\u2066B', 'A\u{E0041}', 'A\uE000', '\u200B\u200B', '\u3164'])('may not be %j', (name) =>
    expect(readableName(100).safeParse(name).success).toBe(false),
  )
})
