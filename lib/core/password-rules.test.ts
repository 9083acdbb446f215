import { expect, it } from 'vitest'
import { MIN_WITH_SECOND_FACTOR, passwordFault } from './password-rules'

it.each([
  ['fourteen chars', 'too_short'],
  ['fifteen chars!!', null],
  ['a'.repeat(129), 'too_long'],
  ['a'.repeat(40), 'too_common'],
  ['passwordpassword', 'too_common'],
  ['Password12345678!', 'too_common'],
  ['abcdefghijklmnop', 'too_common'],
  ['jo.miller@people.example', 'too_common'],
  ['jo.miller@people.example1', 'too_common'],
  ['millermillermill', 'too_common'],
  ['the gravel sings at noon', null],
  ['zażółć gęślą jaźń', null],
])('judges %j alone as %s', (password, verdict) => expect(passwordFault(password, ['jo.miller@people.example', 'Jo Miller'])).toBe(verdict))

it('asks for eight characters beside a second factor', () => {
  expect(passwordFault('gravels7', [], MIN_WITH_SECOND_FACTOR)).toBeNull()
  expect(passwordFault('gravel7', [], MIN_WITH_SECOND_FACTOR)).toBe('too_short')
  expect(passwordFault('iloveyou', [], MIN_WITH_SECOND_FACTOR)).toBe('too_common')
})

it('counts characters as a person does: one for each code point, composed', () => {
  expect(passwordFault('🐢🌾🎈🧵🪁🫖🪵🧭🛶🪴🧲🪟🧦🪆', [])).toBe('too_short')
  expect(passwordFault('🐢🌾🎈🧵🪁🫖🪵🧭🛶🪴🧲🪟🧦🪆🪺', [])).toBeNull()
})
