import { describe, expect, it } from 'vitest'
import type { MrzDocument } from '../mrz/parse'
import { judgeVisualZone } from './judge'

const anna: MrzDocument = {
  format: 'TD3',
  documentCode: 'P',
  issuer: 'UTO',
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  namesTruncated: false,
  documentNumber: 'L898902C3',
  nationality: 'UTO',
  birthDate: '1974-08-12',
  sex: 'F',
  expiryDate: '2032-04-15',
  mrz: [],
}

const judge = (text: string, confidence = 95, document = anna) =>
  judgeVisualZone(
    document,
    text.split(' ').map((word) => ({ text: word, confidence })),
  )

const genuine = 'Surname ERIKSSON Given names ANNA MARIA Passport No. L898902C3 Date of birth 12 AUG 1974 Date of expiry 15 APR 2032'

describe('the visual zone', () => {
  it('agrees when two fields do', () => {
    expect(judge(genuine)).toBe('pass')
    expect(judge('L898902C3 12.08.1974')).toBe('pass')
    expect(judge('1974-08-12 2032-04-15 Eriksson')).toBe('pass')
    expect(judge(genuine, 30)).toBe('pass')
  })

  it('proves nothing when little can be read', () => {
    expect(judge('')).toBe('unclear')
    expect(judge('12 AUG 1974')).toBe('unclear')
    expect(judge('Lorem ipsum 4711')).toBe('unclear')
  })

  it.each([
    ['birth date', '12 AUG 1974', '12 AUG 1996'],
    ['expiry date', '15 APR 2032', '15 OCT 2032'],
    ['document number', 'L898902C3', 'L898902X3'],
    ['surname', 'ERIKSSON', 'KOWALCZYK'],
    ['given names', 'ANNA MARIA', 'BJORN'],
  ])('contradicts when it says another %s', (_, said, instead) => {
    expect(judge(genuine.replace(said, instead))).toBe('fail')
  })

  it('leaves open what may be the day of issue', () => {
    expect(judge(genuine.replace('15 APR 2032', '15 APR 2021'))).toBe('unclear')
    expect(judge(genuine.replace('12 AUG 1974', '12 AUG 2022'))).toBe('pass')
  })

  it('does not contradict by what a reader mixes up', () => {
    expect(judge(genuine.replace('L898902C3', 'L8989O2C3'))).toBe('pass')
    expect(judge(genuine.replace('ERIKSSON', 'ER1KSS0N'))).toBe('pass')
    expect(judge(genuine.replace('L898902C3', 'LT98902C3'))).toBe('unclear')
    expect(judge(genuine.replace('ANNA MARIA', 'ANI'))).toBe('pass')
    expect(judge(genuine.replace('L898902C3', 'L898902X3'), 85)).toBe('pass')
    expect(judge(genuine.replace('12 AUG 1974', '12 AUG 1996'), 50)).toBe('pass')
  })

  it('may have lost a name to the reader', () => {
    expect(judge(genuine.replace('ERIKSSON ', ''))).toBe('pass')
    expect(judge(genuine.replace('ANNA MARIA ', ''))).toBe('pass')
    expect(judge(genuine.replace('ERIKSSON', 'Ie z'))).toBe('pass')
  })

  it('need not show names that the zone cut off', () => {
    expect(judge(genuine.replace('ANNA MARIA', 'XIMENA'), 95, { ...anna, namesTruncated: true })).toBe('pass')
  })
})
