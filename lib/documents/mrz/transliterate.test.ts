import { describe, expect, it } from 'vitest'
import { transliterate, transliteratesTo } from './transliterate'

describe('a corrected spelling', () => {
  it.each([
    ['Łukasz', 'LUKASZ'],
    ['Żółć', 'ZOLC'],
    ['Müller', 'MUELLER'],
    ['Müller', 'MULLER'],
    ['Müller', 'MUXXLLER'],
    ['Weiß', 'WEISS'],
    ['Núñez', 'NUNEZ'],
    ['Søren', 'SOEREN'],
    ['Åse', 'AASE'],
    ['İnönü', 'INOENUE'],
    ["O'Connor", 'OCONNOR'],
    ['Anna-Maria', 'ANNA MARIA'],
    ['van  der Berg', 'VAN DER BERG'],
    ['Щукин', 'SHCHUKIN'],
    ['Сергій', 'SERHII'],
  ])('%s is %s', (spelling, zone) => expect(transliteratesTo(spelling, zone)).toBe(true))

  it.each([
    ['Łukasz', 'LUKAS'],
    ['Lukas', 'LUKASZ'],
    ['Muller', 'MUELLER'],
    ['Anna Maria', 'ANNAMARIA'],
    ['Søren', 'SOREN'],
    ['Eve', 'ADAM'],
    ['李', 'LI'],
    ['', 'ANNA'],
  ])('%s is not %s', (spelling, zone) => expect(transliteratesTo(spelling, zone)).toBe(false))

  it('may go on where the zone was cut, and only there', () => {
    expect(transliteratesTo('Dejthamrong Krasuang', 'DEJTHAMRONG K', true)).toBe(true)
    expect(transliteratesTo('Dejthamrong Krasuang', 'DEJTHAMRONG K')).toBe(false)
    expect(transliteratesTo('Dejthamrung', 'DEJTHAMRONG K', true)).toBe(false)
  })

  it('is written as recommended', () => {
    expect(transliterate('Gräfin Þórsdóttir-Æbelø')).toBe('GRAEFIN THORSDOTTIR AEBELOE')
    expect(() => transliterate('李')).toThrow(RangeError)
  })
})
