import { describe, expect, it } from 'vitest'
import { characterValue, checkDigit } from './check-digit'
import { LAYOUTS, type Span } from './layout'
import { parseMrz } from './parse'

/** The specimens of ICAO 9303-4, 9303-5 and 9303-6, appendices. */
const PASSPORT = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']
const CARD = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<']
const LARGE_CARD = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6']

const THEN = { testIssuers: true, today: new Date('2012-01-01T00:00:00Z') }

const read = (lines: readonly string[], options = THEN) => {
  const result = parseMrz(lines, options)
  return result.ok ? result.document : result.failure
}

const replaceAt = (lines: readonly string[], row: number, column: number, text: string) =>
  lines.map((line, index) => (index === row ? line.slice(0, column) + text + line.slice(column + text.length) : line))

/** Writes a changed field and every check digit that follows from it. */
function withField(lines: readonly string[], format: keyof typeof LAYOUTS, changes: [Span, string][]) {
  const layout = LAYOUTS[format]
  let changed = changes.reduce((all, [[row, start], text]) => replaceAt(all, row, start, text), lines)
  const write = (over: readonly Span[], [row, column]: Span) => {
    const text = over.map(([line, start, end]) => changed[line]?.slice(start, end)).join('')
    changed = replaceAt(changed, row, column, checkDigit(text))
  }
  write([layout.birthDate], layout.birthDateCheck)
  write([layout.expiryDate], layout.expiryDateCheck)
  write(layout.compositeOver, layout.composite)
  return changed
}

describe('the specimens of ICAO 9303', () => {
  const anna = { surname: 'ERIKSSON', givenNames: 'ANNA MARIA', birthDate: '1974-08-12', sex: 'F', expiryDate: '2012-04-15', nationality: 'UTO' }

  it.each([
    ['passport', PASSPORT, { format: 'TD3', documentCode: 'P', documentNumber: 'L898902C3' }],
    ['card', CARD, { format: 'TD1', documentCode: 'I', documentNumber: 'D23145890' }],
    ['larger card', LARGE_CARD, { format: 'TD2', documentCode: 'I', documentNumber: 'D23145890' }],
  ])('are read: %s', (_, lines, expected) => {
    expect(read(lines)).toMatchObject({ ...anna, ...expected, issuer: 'UTO', namesTruncated: false })
  })

  it('are issued by nobody outside test mode', () => {
    expect(read(PASSPORT, { ...THEN, testIssuers: false })).toBe('mrz_check_failed')
  })

  it('have expired since', () => {
    expect(read(CARD, { ...THEN, today: new Date('2012-04-16T00:00:00Z') })).toBe('document_expired')
    expect(read(CARD, { ...THEN, today: new Date('2012-04-15T23:59:59Z') })).toMatchObject({ expiryDate: '2012-04-15' })
  })
})

describe('a single changed character', () => {
  const checked = (format: keyof typeof LAYOUTS): Span[] => {
    const layout = LAYOUTS[format]
    return [...layout.compositeOver, layout.composite]
  }
  const cases = [
    ['TD3', PASSPORT],
    ['TD1', CARD],
    ['TD2', LARGE_CARD],
  ] as const

  it.each(cases)('in any checked field of %s is refused', (format, lines) => {
    const columns = checked(format).flatMap(([row, start, end]) => Array.from({ length: end - start }, (_, index) => [row, start + index] as const))
    const accepted = columns.flatMap(([row, column]) => {
      const original = lines[row]?.[column] as string
      const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'].filter((other) => characterValue(other) % 10 !== characterValue(original) % 10)
      return others.filter((other) => typeof read(replaceAt(lines, row, column, other)) === 'object').map((other) => `${row}:${column} ${other}`)
    })
    expect(accepted).toEqual([])
  })

  it.each(cases)('in a date of %s that counts the same modulo 10 is refused too', (format, lines) => {
    const layout = LAYOUTS[format]
    for (const [row, start, end] of [layout.birthDate, layout.expiryDate]) {
      for (let column = start; column < end; column++) {
        const digit = lines[row]?.[column] as string
        const letter = 'KLMNOPQRST'[Number(digit)] as string
        expect(read(replaceAt(lines, row, column, letter))).toBe('mrz_check_failed')
      }
    }
  })
})

describe('document numbers', () => {
  it('of more than nine characters go on in the optional field of a card', () => {
    const lines = withField(CARD, 'TD1', [[[0, 14, 15], '<7349<']])
    expect(read(lines)).toMatchObject({ documentNumber: 'D23145890734' })
    expect(read(withField(CARD, 'TD1', [[[0, 14, 15], '<7348<']]))).toBe('mrz_check_failed')
  })

  it('of more than nine characters never occur in passports', () => {
    expect(read(replaceAt(PASSPORT, 1, 9, '<'))).toBe('mrz_check_failed')
  })

  it('need a check digit after the filler', () => {
    expect(read(withField(CARD, 'TD1', [[[0, 14, 15], '<']]))).toBe('mrz_check_failed')
  })
})

describe('dates', () => {
  const bornOn = (text: string, today = '2026-11-21') => {
    const lines = withField(PASSPORT, 'TD3', [
      [[1, 13, 19], text],
      [[1, 21, 27], '300101'],
    ])
    const result = read(lines, { testIssuers: true, today: new Date(`${today}T00:00:00Z`) })
    return typeof result === 'string' ? result : result.birthDate
  }

  it.each([
    ['261121', '2026-11-21'],
    ['261223', '1926-12-23'],
    ['000229', '2000-02-29'],
    ['270101', '1927-01-01'],
    ['8503<<', '1985-03'],
    ['26<<<<', '2026'],
    ['27<<<<', '1927'],
    ['<<<<<<', null],
  ])('of birth: %s is %s', (text, date) => expect(bornOn(text)).toBe(date))

  it.each(['261122', '261201', '261222'])('of birth: one of the next days is not a hundred years ago: %s', (text) => {
    expect(bornOn(text)).toBe('document_unreadable')
  })

  it.each(['010229', '991301', '990001', '990132', '85<<12', '<<0312', '<<<<12', '8<0312'])('of birth: %s cannot be', (text) => {
    expect(bornOn(text)).toBe('mrz_check_failed')
  })

  it('of expiry never lie a whole century ahead', () => {
    const expiring = (text: string) => {
      const lines = withField(PASSPORT, 'TD3', [[[1, 21, 27], text]])
      return read(lines, { testIssuers: true, today: new Date('2026-11-21T00:00:00Z') })
    }
    expect(expiring('361121')).toMatchObject({ expiryDate: '2036-11-21' })
    expect(expiring('991231')).toBe('document_expired')
  })
})

describe('names', () => {
  const named = (text: string) => {
    const document = read(replaceAt(PASSPORT, 0, 5, text.padEnd(39, '<')))
    return typeof document === 'string' ? document : [document.surname, document.givenNames, document.namesTruncated]
  }

  it.each([
    ['VAN<DER<BERG<<JAN', ['VAN DER BERG', 'JAN', false]],
    ['ARKFREITH', ['ARKFREITH', '', false]],
    ['NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K', ['NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG K', true]],
    ['<<ANNA', 'mrz_check_failed'],
    ['ERIKSSON<<ANNA<<MARIA', 'mrz_check_failed'],
  ])('%s', (text, expected) => expect(named(text)).toEqual(expected))
})

describe('what is not supported', () => {
  it('is said: visas, and passports in the shape of a card', () => {
    expect(read(replaceAt(PASSPORT, 0, 0, 'V'))).toBe('document_type_not_supported')
    expect(read(replaceAt(CARD, 0, 0, 'P'))).toBe('document_type_not_supported')
  })

  it('includes issuers and nationalities that do not exist', () => {
    expect(read(replaceAt(PASSPORT, 0, 2, 'QQQ'))).toBe('mrz_check_failed')
    expect(read(replaceAt(PASSPORT, 1, 10, 'QQQ'))).toBe('mrz_check_failed')
    expect(read(replaceAt(PASSPORT, 0, 2, 'XXB'))).toBe('mrz_check_failed')
    expect(read(replaceAt(PASSPORT, 1, 10, 'XXB'))).toMatchObject({ nationality: 'XXB' })
    expect(read(replaceAt(PASSPORT, 0, 2, 'D<<'))).toMatchObject({ issuer: 'D' })
  })

  it('includes documents that leave the nationality out', () => {
    expect(read(replaceAt(PASSPORT, 1, 10, '<<<'))).toBe('document_type_not_supported')
  })

  it('includes lines of a wrong length or alphabet', () => {
    expect(read([])).toBe('mrz_check_failed')
    expect(read([PASSPORT[0] as string])).toBe('mrz_check_failed')
    expect(read(replaceAt(PASSPORT, 0, 5, 'e'))).toBe('mrz_check_failed')
  })
})
