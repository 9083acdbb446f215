import { describe, expect, it } from 'vitest'
import type { MrzDocument } from '../mrz/parse'
import type { PageLine } from './find-values'
import { judgePage } from './judge-page'

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

const HEIGHT = 2.5

/** Lines of one column, each `left|text`, or under each other from 42 mm. */
function page(text: string, confidence = 95): PageLine[] {
  const rows = text.trim().split('\n')
  return rows.flatMap((row, index) => row.split('  ').map((piece, column) => lineAt(piece.trim(), 42 + column * 40, 10 + index * 3.4, confidence)))
}

function lineAt(text: string, start: number, top: number, confidence: number): PageLine {
  let left = start
  const words = text.split(' ').map((word) => {
    const placed = { text: word, confidence, left, right: left + word.length * 1.7 }
    left = placed.right + 1
    return placed
  })
  return { left: start, right: left - 1, top, bottom: top + HEIGHT, letterHeight: HEIGHT, words }
}

const GENUINE = `
Type / Type  Code of issuing State / Code de l'Etat émetteur
P  UTO
Passport No. / N° du passeport
L898902C3
Surname / Nom
ERIKSSON
Given names / Prénoms
ANNA MARIA
Nationality / Nationalité
UTOPIAN
Date of birth / Date de naissance  Sex / Sexe
12 AUG/AOUT 74  F
Place of birth / Lieu de naissance
ZENITH
Date of issue / Date de délivrance  Authority / Autorité
16 APR/AVR 22  PASSPORT OFFICE
Date of expiry / Date d'expiration
15 APR/AVR 32
`

const judge = (text: string, document = anna, confidence = 95) => judgePage(document, page(text, confidence), page(text, confidence))
const withAnother = (said: string, instead: string) => {
  expect(GENUINE).toContain(said)
  return GENUINE.replace(said, instead)
}

describe('a page that says what its zone says', () => {
  it('passes with captions in two languages and values under them', () => {
    expect(judge(GENUINE)).toMatchObject({ viz: 'pass', names: null, fields: { nationality: 'agrees', sex: 'agrees', issuer: 'agrees' } })
  })

  it('passes with values beside their captions', () => {
    const beside = `
Surname / Nom ERIKSSON
Given names / Prénoms ANNA MARIA
Document No. / N° du document L898902C3
Date of birth / Date de naissance 12.08.1974
Sex / Sexe F
Date of expiry / Date d'expiration 15.04.2032
`
    expect(judge(beside).viz).toBe('pass')
  })

  it('passes with numbered captions in the language of the issuer alone', () => {
    const polish = `
1. Nazwisko
ERIKSSON
2. Imiona
ANNA MARIA
3. Data urodzenia
12.08.1974
4. Termin ważności
15.04.2032
5. Numer dowodu osobistego
L898902C3
`
    expect(judge(polish).viz).toBe('pass')
  })

  it('passes with captions that take two lines', () => {
    expect(judge(withAnother('Surname / Nom', 'Surname\nNom')).viz).toBe('pass')
  })

  it('passes with accents, umlauts and hyphens that its zone cannot have', () => {
    const müller = { ...anna, surname: 'MUELLER WEISS', givenNames: 'JOERG' }
    expect(judge(withAnother('ERIKSSON', 'MÜLLER-WEIß').replace('ANNA MARIA', 'JÖRG'), müller).viz).toBe('pass')
    expect(judge(withAnother('ERIKSSON', 'MULLER-WEISS').replace('ANNA MARIA', 'JORG'), müller)).toMatchObject({ viz: 'pass', names: null })
  })

  it('passes when given names take two lines, or the zone cut them off', () => {
    expect(judge(withAnother('ANNA MARIA', 'ANNA\nMARIA')).viz).toBe('pass')
    expect(judge(withAnother('ANNA MARIA', 'ANNA MARIA ELEONORA'), { ...anna, namesTruncated: true }).viz).toBe('pass')
  })

  it('passes with the sex in the language of the issuer before the letter that is prescribed', () => {
    const printed = (sex: string) => withAnother('12 AUG/AOUT 74  F', `12 AUG/AOUT 74  ${sex}`)
    // Hungarian: férfi is male, nő female.
    expect(judge(printed('F/M'), { ...anna, sex: 'M' }).viz).toBe('pass')
    expect(judge(printed('N/F')).viz).toBe('pass')
    expect(judge(printed('F/M')).viz).toBe('fail')
    expect(judge(printed('M/F'), { ...anna, sex: 'M' }).viz).toBe('fail')
  })

  it('passes whatever is misread in its captions', () => {
    expect(judge(withAnother('Surname / Nom', 'Sumame / Nom').replace('Given names', 'Givennames').replace('Date of birth', 'Dateofbirth')).viz).toBe(
      'pass',
    )
  })
})

describe('a page of another document contradicts', () => {
  it.each([
    ['surname', 'ERIKSSON', 'MONTAGUE'],
    ['given name', 'ANNA MARIA', 'BJORN'],
    ['birth date', '12 AUG/AOUT 74', '12 AUG/AOUT 96'],
    ['expiry date', '15 APR/AVR 32', '03 SEP/SEPT 24'],
    ['document number', 'L898902C3', 'L898902X3'],
    ['nationality', 'UTOPIAN', 'POLISH'],
    ['sex', '12 AUG/AOUT 74  F', '12 AUG/AOUT 74  M'],
    ['issuer', 'P  UTO', 'P  FRA'],
  ])('by its %s', (_, said, instead) => {
    expect(judge(withAnother(said, instead)).viz).toBe('fail')
  })

  it('on the same line as a caption in two languages', () => {
    expect(judge(withAnother('Surname / Nom\nERIKSSON', 'Surname / Nom MONTAGUE')).viz).toBe('fail')
    expect(judge(withAnother('Surname / Nom\nERIKSSON', 'Nom/Surname MONTAGUE')).viz).toBe('fail')
  })

  it('only when two passes of the reader say so', () => {
    const [first, other] = [page(withAnother('ERIKSSON', 'MONTAGUE')), page(withAnother('ERIKSSON', 'MQNTACUE'))]
    expect(judgePage(anna, first, null).viz).toBe('unclear')
    expect(judgePage(anna, first, other).viz).toBe('unclear')
    expect(judge(withAnother('ERIKSSON', 'MONTAGUE'), anna, 30).viz).toBe('unclear')
  })
})

describe('what proves nothing', () => {
  it('leaves a page unclear that lacks one of five fields', () => {
    for (const said of ['ERIKSSON', 'ANNA MARIA', 'L898902C3', '12 AUG/AOUT 74', '15 APR/AVR 32']) {
      expect(judge(withAnother(said, '')).viz).toBe('unclear')
    }
  })

  it('leaves a page unclear whose sex or nationality cannot be read', () => {
    expect(judge(withAnother('12 AUG/AOUT 74  F', '12 AUG/AOUT 74')).viz).toBe('unclear')
    expect(judge(withAnother('UTOPIAN', 'UXVPLW')).viz).toBe('unclear')
  })

  it('leaves a page unclear that names another country where no caption of a nationality was read', () => {
    const uncaptioned = GENUINE.replace('Nationality / Nationalité', 'Xzqwv / Kvwzq')
    expect(judge(uncaptioned.replace('UTOPIAN', 'POLISH'))).toMatchObject({ viz: 'unclear', fields: { nationality: 'doubtful' } })
    expect(judge(uncaptioned).viz).toBe('pass')
  })

  it.each(['ROMA', 'REPUBBLICA UDINE', 'Aut', 'Authority / Autorita / Aut'])('sees no other country in %s', (text) => {
    const uncaptioned = GENUINE.replace('Nationality / Nationalité', '').replace('UTOPIAN', text)
    expect(judge(uncaptioned)).toMatchObject({ viz: 'pass', fields: { nationality: 'absent' } })
  })

  it('sees the code of another country, and its name', () => {
    const uncaptioned = GENUINE.replace('Nationality / Nationalité', '')
    for (const text of ['AUT', 'ROMANA', 'D', 'POLSKIE']) expect(judge(uncaptioned.replace('UTOPIAN', text)).fields.nationality).toBe('doubtful')
  })

  it('takes what a stroke parts from a caption for the same in another language', () => {
    const besides = GENUINE.replace('Passport No. / N° du passeport', 'Xzqwvkvwz Xzqwvkvwz / Passport No.')
    expect(judge(besides)).toMatchObject({ viz: 'pass' })
    expect(judge(besides.replace('L898902C3', 'L7189O2C3')).fields.document_number).not.toBe('absent')
  })

  it('leaves a number and a date unclear that differ by what readers mix up', () => {
    expect(judge(withAnother('L898902C3', 'L89B902C3')).fields.document_number).toBe('doubtful')
    expect(judge(withAnother('12 AUG/AOUT 74', '12 AUG/AOUT 79')).fields.birth_date).toBe('doubtful')
  })

  it('believes the pass that reads such a number as the zone has it', () => {
    expect(judgePage(anna, page(withAnother('L898902C3', 'L89B902C3')), page(GENUINE)).viz).toBe('pass')
  })

  it('offers the name of the page when it differs by what readers mix up', () => {
    expect(judge(withAnother('ERIKSSON', 'ERIKSSOM'))).toMatchObject({ viz: 'pass', names: { surname: 'ERIKSSOM', givenNames: 'ANNA MARIA' } })
    expect(judge(GENUINE.replace('ERIKSSON', 'SILVA'), { ...anna, surname: 'SILNA' }).names).toEqual({ surname: 'SILVA', givenNames: 'ANNA MARIA' })
  })

  it('does not take a place of birth or a day of issue for a contradiction', () => {
    expect(judge(withAnother('ZENITH', 'MONTAGUE')).viz).toBe('pass')
    expect(judge(withAnother('16 APR/AVR 22', '15 APR/AVR 22')).viz).toBe('pass')
  })

  it('does not take a place of birth for the surname', () => {
    expect(judge(withAnother('ERIKSSON', '').replace('ZENITH', 'ERIKSSON')).fields.surname).not.toBe('agrees')
  })

  it('finds nothing on white paper', () => {
    expect(judgePage(anna, [], null)).toMatchObject({ viz: 'unclear', captions: 0, fields: { surname: 'absent', birth_date: 'absent' } })
  })
})
