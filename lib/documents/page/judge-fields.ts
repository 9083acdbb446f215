import type { MrzDocument } from '../mrz/parse'
import type { FieldName } from '../types'
import type { Caption } from './captions'
import { charactersOf, compareNames, compareNumbers, type Likeness } from './compare-text'
import { countriesOf, isCountry, isNameOfCountry } from './countries'
import { compareDates, datesIn, type PrintedDate } from './dates'
import { type PageLine, type PageText, splitLines, type Value, valuesOf } from './find-values'

/**
 * What one pass of the reader says of a field. `near`: a name that differs only by what readers mix up. `unlike`: the
 * value at the caption's place is another one. `doubtful`: something is there, and it cannot be said what.
 */
export type Finding = {
  verdict: 'agrees' | 'near' | 'unlike' | 'doubtful' | 'absent'
  /** The value as it was understood, so that two passes can be compared. */
  text: string
  /** 0–100 */
  confidence: number
  /** Where a closer look may help. */
  lines: PageLine[]
}

export type Findings = Record<FieldName, Finding> & { captions: number }

/** Compares every field of the zone with the page. */
export function findFields(document: MrzDocument, lines: readonly PageLine[]): Findings {
  const text = splitLines(lines)
  const places = (...captions: Caption[]) => text.captions.filter(({ caption }) => captions.includes(caption)).map((block) => placeOf(block, text))
  const elsewhere = () => {
    const places = text.captions.filter(({ caption }) => caption === 'other').map((block) => placeOf(block, text))
    const owned = new Set(places.flatMap(({ primary }) => primary))
    return text.values.filter((value) => !owned.has(value))
  }
  return {
    surname: findName(document.surname, document, places('surname', 'name'), elsewhere()),
    given_names: findGivenNames(document, places('given_names', 'name'), elsewhere()),
    document_number: findNumber(document.documentNumber.replaceAll(' ', ''), places('document_number'), text.values),
    birth_date: findDate(document.birthDate, places('birth_date'), text),
    expiry_date: findDate(document.expiryDate, places('expiry_date'), text),
    nationality: findNationality(document, places('nationality'), elsewhere()),
    sex: findSex(document.sex, places('sex'), text.values),
    issuer: findCountry(document.issuer, places('issuer'), text.values),
    captions: new Set(text.captions.map(({ text: caption }) => caption)).size,
  }
}

/** The values of one caption: where its value most likely stands, and every way to put its lines together. */
type Place = { primary: Value[]; ways: Value[][]; isWholeName: boolean }

function placeOf(block: PageText['captions'][number], text: PageText): Place {
  const { right, below } = valuesOf(block, text)
  // Behind a caption may stand its translation into a language that no table has; what stands under it is its value.
  const trusted = right.filter((value) => !value.afterStroke)
  const under = (below[0] ?? []).filter((value) => value.left < block.right)
  const primary = [under, trusted, right].find((values) => values.length > 0) ?? []
  const [first = [], second = [], third = []] = below
  const ways = [
    right,
    trusted,
    first,
    [...first, ...second],
    [...first, ...second, ...third],
    [...right, ...first],
    second,
    ...first.map((value) => [value]),
  ]
  return { primary, ways: ways.filter((way) => way.length > 0), isWholeName: block.caption === 'name' }
}

const textOf = (values: readonly Value[]) => values.map(({ text }) => text).join(' ')
const linesOf = (values: readonly Value[]) => [...new Set(values.map(({ line }) => line))]
const confidenceOf = (values: readonly Value[]) => Math.min(100, ...values.map(({ confidence }) => confidence))

const agrees = (values: readonly Value[]): Finding => ({ verdict: 'agrees', text: '', confidence: confidenceOf(values), lines: linesOf(values) })
const ABSENT: Finding = { verdict: 'absent', text: '', confidence: 0, lines: [] }

/** Nothing behind these words belongs to the name; titles and suffixes do not stand in the zone. */
const BIRTH_NAME = /\b(GEB|NEE|NÉE|BORN|ROZ|EPOUSE|ÉPOUSE|EP|VVE|Z D)\b.*$/
const TITLE = /\b(DR|PROF|MR|MRS|MS|ING|MGR|DIPL|JR|SR)\b\.?/g
const SHORT_AND_DOUBTFUL = 45

/** The spellings that a place may mean: with and without titles, the parts between strokes each for itself. */
function spellings(values: readonly Value[]): string[] {
  const whole = textOf(values).toUpperCase()
  const sure = values.flatMap(({ line, text, left, right }) => {
    const words = line.words.filter((word) => word.left >= left - 0.01 && word.right <= right + 0.01)
    const kept = words.filter(({ text: word, confidence }) => word.length > 2 || confidence >= SHORT_AND_DOUBTFUL)
    return kept.length > 0 ? kept.map((word) => word.text) : [text]
  })
  const plain = [whole, sure.join(' ').toUpperCase()].flatMap((text) => [text, text.replace(BIRTH_NAME, ''), text.replaceAll(TITLE, '')])
  return [...new Set(plain.flatMap((text) => [text, ...text.split('/')]))].map((text) => text.trim()).filter(Boolean)
}

const RANK: Record<Likeness, number> = { same: 3, near: 2, far: 1, unlike: 0 }

type Compared = { likeness: Likeness; spelling: string; values: Value[] }

function bestSpelling(ways: readonly Value[][], name: string, truncated: boolean): Compared | undefined {
  const compared = ways.flatMap((values) =>
    spellings(values).map((spelling) => ({ likeness: compareNames(spelling, name, truncated), spelling, values })),
  )
  return compared.sort((one, other) => RANK[other.likeness] - RANK[one.likeness])[0]
}

function findName(name: string, document: MrzDocument, places: readonly Place[], elsewhere: readonly Value[], truncated = false): Finding {
  const whole = places.filter(({ isWholeName }) => isWholeName).flatMap(({ ways }) => ways)
  const { surname, givenNames } = document
  for (const order of [`${surname} ${givenNames}`, `${givenNames} ${surname}`]) {
    const found = bestSpelling(whole, order, document.namesTruncated)
    if (found?.likeness === 'same') return agrees(found.values)
  }
  const best = bestSpelling(
    places.flatMap(({ ways }) => ways),
    name,
    truncated,
  )
  if (best?.likeness === 'same') return agrees(best.values)
  const named = places.filter(({ isWholeName, primary }) => !isWholeName && hasLetters(primary))
  const [primary] = named.map((place) => place.primary)
  const other = bestSpelling(
    elsewhere.map((value) => [value]),
    name,
    truncated,
  )
  if (other?.likeness === 'same' && name.length > 1) return primary ? { ...agrees(other.values), lines: linesOf(primary) } : agrees(other.values)
  if (best?.likeness === 'near') return { verdict: 'near', text: best.spelling, confidence: confidenceOf(best.values), lines: linesOf(best.values) }
  if (!primary) return other?.likeness === 'near' ? { ...ABSENT, verdict: 'doubtful', lines: linesOf(other.values) } : ABSENT
  const verdict = best?.likeness === 'unlike' && other?.likeness !== 'near' ? 'unlike' : 'doubtful'
  return { verdict, text: charactersOf(textOf(primary)), confidence: confidenceOf(primary), lines: linesOf([...primary, ...(best?.values ?? [])]) }
}

const hasLetters = (values: readonly Value[]) => /\p{Letter}{2}/u.test(textOf(values))

/** Some people have one name: then nothing may stand where others have theirs. */
function findGivenNames(document: MrzDocument, places: readonly Place[], elsewhere: readonly Value[]): Finding {
  if (document.givenNames !== '') return findName(document.givenNames, document, places, elsewhere, document.namesTruncated)
  const [named] = places.filter(({ isWholeName, primary }) => !isWholeName && hasLetters(primary))
  return named ? { ...ABSENT, verdict: 'doubtful', text: textOf(named.primary), lines: linesOf(named.primary) } : { ...ABSENT, verdict: 'agrees' }
}

const NUMBER_SIGN = /^(NO|NR|N|NUM)(?=.{5})/

/** Words beside each other may be one number. */
function numbersIn(values: readonly Value[]): string[] {
  const words = textOf(values)
    .split(/[\s/]+/)
    .map(charactersOf)
    .filter(Boolean)
  const runs = words.flatMap((_, from) =>
    Array.from({ length: Math.min(5, words.length - from) }, (__, count) => words.slice(from, from + count + 1).join('')),
  )
  return runs.flatMap((run) => (NUMBER_SIGN.test(run) ? [run, run.replace(NUMBER_SIGN, '')] : [run]))
}

function findNumber(number: string, places: readonly Place[], all: readonly Value[]): Finding {
  const ways = [...places.flatMap((place) => place.ways), ...all.map((value) => [value])]
  const compared = ways.flatMap((values) => numbersIn(values).map((text) => ({ likeness: compareNumbers(text, number), text, values })))
  const same = compared.find(({ likeness }) => likeness === 'same')
  if (same) return agrees(same.values)
  const near = compared.find(({ likeness }) => likeness === 'near')
  if (near) return { verdict: 'doubtful', text: near.text, confidence: confidenceOf(near.values), lines: linesOf(near.values) }
  const [primary] = places.map((place) => place.primary).filter((values) => /\d/.test(textOf(values)))
  if (!primary) return ABSENT
  const other = numbersIn(primary).find((text) => compareNumbers(text, number) === 'unlike')
  return { verdict: other ? 'unlike' : 'doubtful', text: other ?? '', confidence: confidenceOf(primary), lines: linesOf(primary) }
}

function findDate(date: string | null, places: readonly Place[], text: PageText): Finding {
  if (date === null) return ABSENT
  const read = (values: readonly Value[]) => datesIn(textOf(values))
  const is = (likeness: Likeness) => (printed: PrintedDate) => compareDates(printed, date) === likeness
  const ways = [...places.flatMap((place) => place.ways), ...text.values.map((value) => [value]), ...rowsOf(text.values)]
  const same = ways.find((way) => read(way).some(is('same')))
  if (same) return agrees(same)
  const atPlace = places.flatMap((place) => place.ways)
  const near = atPlace.find((way) => read(way).some(is('near')))
  if (near) return { verdict: 'doubtful', text: '', confidence: confidenceOf(near), lines: linesOf(near) }
  const [primary] = places.map((place) => place.primary).filter((values) => /\d/.test(textOf(values)))
  if (!primary) return ABSENT
  const [other] = read(primary)
  const shown = other ? `${other.year} ${other.months.join()} ${Number(other.day)}` : ''
  return { verdict: other ? 'unlike' : 'doubtful', text: shown, confidence: confidenceOf(primary), lines: linesOf(primary) }
}

/** Neighbours on one line: a date's parts may stand apart. */
function rowsOf(values: readonly Value[]): Value[][] {
  const sorted = [...values].sort((one, other) => one.left - other.left)
  return sorted.flatMap((value) => {
    const next = sorted.filter(
      (other) => other.left > value.right - 0.5 && other.left - value.right < 3 * value.letterHeight && isBeside(value, other),
    )
    return next[0] ? [[value, next[0]]] : []
  })
}

const isBeside = (one: Value, other: Value) =>
  Math.abs(one.top + one.bottom - other.top - other.bottom) < Math.min(one.letterHeight, other.letterHeight)

/** Male and female where they are words, and letters that stand twice without the stroke between them. */
const SEXES: Record<'M' | 'F' | 'X', RegExp> = {
  M: /^(MM|MH|MALE|MASCULIN|MASCULINO|HOMME|HOMBRE|MUSKI)$/,
  F: /^(FF|KF|ZF|FEMALE|FEMININ|FEMENINO|FEMININO|FEMME|MUJER|ZENSKI)$/,
  X: /^(XX|XXX)$/,
}
const SURE_LETTER = 80
const TALL = 1.5

function findSex(sex: 'M' | 'F' | 'X', places: readonly Place[], all: readonly Value[]): Finding {
  const places_ = places.map(({ primary, ways }) => ({ primary, sexes: ways.slice(0, 3).map(sexIn).filter(Boolean) }))
  const said = places_.flatMap(({ sexes }) => sexes)
  const values = places_.flatMap(({ primary }) => primary)
  if (said.includes(sex)) return agrees(values)
  if (said.length > 0) return { verdict: 'unlike', text: said[0] as string, confidence: confidenceOf(values), lines: linesOf(values) }
  const alone = all.filter((value) => /^[MFX]( ?\/ ?[MFX])?$/.test(value.text) && value.letterHeight >= TALL && value.confidence >= SURE_LETTER)
  if (alone.some((value) => sexIn([value]) === sex)) return agrees(alone)
  if (places.length > 0 || alone.length > 0) return { ...ABSENT, verdict: 'doubtful', lines: linesOf([...values, ...alone]) }
  return ABSENT
}

/** The issuer's own letter and the prescribed one: `F/M` is férfi, male. */
const TWO_LETTERS = /(?<!\p{Letter})[MFX] ?[/|] ?([MFX])(?!\p{Letter})/u

/**
 * The letter that ICAO prescribes decides. Where the issuer's own is also one of the three, the prescribed one follows the
 * stroke; any other may stand before or behind it. @see ICAO 9303-4 §4.1.1.1
 */
function sexIn(values: readonly Value[]): 'M' | 'F' | 'X' | undefined {
  const text = textOf(values)
    .toUpperCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
  const words = text.split(/[^A-Z0-9|]+/).filter(Boolean)
  const prescribed = (TWO_LETTERS.exec(text)?.[1] ?? words.find((word) => /^[MFX]$/.test(word))) as 'M' | 'F' | 'X' | undefined
  return prescribed ?? (Object.keys(SEXES) as ('M' | 'F' | 'X')[]).find((sex) => words.some((word) => SEXES[sex].test(word)))
}

/** Where its caption was not read, another country that stands alone somewhere, under no other caption, may be it. */
function findNationality({ nationality, issuer }: MrzDocument, places: readonly Place[], elsewhere: readonly Value[]): Finding {
  const found = findCountry(nationality, places, [])
  if (found.verdict !== 'absent') return found
  const isForeign = (text: string) => isNameOfCountry(text) && !isCountry(text, nationality) && !isCountry(text, issuer)
  const others = elsewhere.filter((value) => standsAlone(value) && isForeign(asLetters(value.text)))
  return others.length > 0 ? { ...ABSENT, verdict: 'doubtful', lines: linesOf(others) } : found
}

/** In capitals, as codes and values are, and not what was cut off a caption's translation: `Autorità / Aut`. */
const standsAlone = ({ text, confidence, afterStroke }: Value) => !afterStroke && confidence >= SURE_COUNTRY && text === text.toUpperCase()
const SURE_COUNTRY = 45

function findCountry(code: string, places: readonly Place[], all: readonly Value[]): Finding {
  const parts = (values: readonly Value[]) =>
    [textOf(values), ...textOf(values).split(/[\s/]+/), ...textOf(values).split('/')].map(asLetters).filter(Boolean)
  const isThere = (way: readonly Value[]) => parts(way).some((part) => isCountry(part, code))
  const same = places.flatMap((place) => place.ways).find(isThere)
  if (same) return agrees(same)
  const [primary] = places.map((place) => place.primary).filter(hasLetters)
  const others = primary ? parts(primary).filter((part) => countriesOf(part).length > 0) : []
  if (primary && others.length > 0) return { verdict: 'unlike', text: others.join(' '), confidence: confidenceOf(primary), lines: linesOf(primary) }
  const elsewhere = all.find((value) => isThere([value]))
  if (elsewhere) return agrees([elsewhere])
  if (!primary) return places.length > 0 ? { ...ABSENT, verdict: 'doubtful' } : ABSENT
  return { verdict: 'doubtful', text: '', confidence: confidenceOf(primary), lines: linesOf(primary) }
}

const asLetters = (text: string) => text.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('5', 'S').replaceAll('8', 'B')
