import { describe, expect, it } from 'vitest'
import { compareDates, datesIn } from './dates'

const saysSame = (text: string, date: string) => datesIn(text).some((printed) => compareDates(printed, date) === 'same')

describe('a printed date', () => {
  it.each([
    ['12 AUG/AOUT 74', '1974-08-12'],
    ['12 AUG 1974', '1974-08-12'],
    ['12AUG1974', '1974-08-12'],
    ['01 MÁR/MAR 12', '2012-03-01'],
    ['12 LIS/NOV 2030', '2030-11-12'],
    ['12 sierpnia 1974', '1974-08-12'],
    ['12. august 1974', '1974-08-12'],
    ['16 juillet/July 2031', '2031-07-16'],
    ['07 PROS/DEC 31', '2031-12-07'],
    ['12.08.1974', '1974-08-12'],
    ['12/08/74', '1974-08-12'],
    ['12 08 1974', '1974-08-12'],
    ['1974-08-12', '1974-08-12'],
    ['1974.08.12.', '1974-08-12'],
    ['19740812', '1974-08-12'],
    ['12 081974', '1974-08-12'],
    ['1208 1974', '1974-08-12'],
    ['AUG 12 1974', '1974-08-12'],
    ['O1 JAN 2O31', '2031-01-01'],
    ['12 AUG 1974', '1974'],
  ])('%s is %s', (text, date) => {
    expect(saysSame(text, date)).toBe(true)
  })

  it.each(['12 AUG 1975', '13 AUG 1974', '12 SEP 1974', '12 08 19', 'L898902C3', '1974'])('%s is not 1974-08-12', (text) => {
    expect(saysSame(text, '1974-08-12')).toBe(false)
  })

  it('that lost one of two equal digits, or shows a digit for another that looks alike, proves nothing', () => {
    const [lost, alike, other] = ['1 JUN 1981', '11 JUN 1961', '11 OCT 2024'].flatMap(datesIn)
    expect(lost && compareDates(lost, '1981-06-11')).toBe('near')
    expect(alike && compareDates(alike, '1981-06-11')).toBe('near')
    expect(other && compareDates(other, '1981-06-11')).toBe('unlike')
  })
})
