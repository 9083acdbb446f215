import type { MrzDocument } from '../mrz/parse'
import { transliterate } from '../mrz/transliterate'
import { type FieldName, PAGE_FIELDS, type PageReport } from '../types'
import type { PageLine } from './find-values'
import { type Finding, type Findings, findFields } from './judge-fields'
import type { Rectangle } from './view'

export type FieldVerdict = 'agrees' | 'contradicts' | 'doubtful' | 'absent'

export type PageVerdict = {
  viz: 'pass' | 'fail' | 'unclear'
  fields: Record<FieldName, FieldVerdict>
  names: PageReport['names']
  /** These fields were read to the letter as this zone has them, which may be another than the one compared. */
  spells: (zone: MrzDocument, fields: readonly FieldName[]) => boolean
  /** Different captions that were read. */
  captions: number
  /** Where the fields that agree stand. */
  places: Rectangle[]
  /** Lines of a machine-readable zone stand among the text. */
  showsZone: boolean
}

/** What identifies a document and its holder. Spec: Levels of assurance */
export const NEEDED = ['surname', 'given_names', 'document_number', 'birth_date', 'expiry_date'] as const satisfies FieldName[]

/** Fields that every document shows: with their caption there, and their value unread, nothing passes. */
export const NEVER_DOUBTFUL: readonly FieldName[] = ['nationality', 'sex']

/** Two passes that read the same need only be this sure each. */
const SURE = 45
/** And a pass that outweighs the other is this sure, and surer by this much. */
const [SURE_OF_ALL, MARGIN] = [65, 15]
/** A name that is offered to its holder as the page's was read at least so surely. */
const SURE_NAME = 60

/**
 * Compares the page with the zone. Only what two passes of the reader, each by itself, take for the same other value
 * contradicts; what only looks alike neither agrees nor contradicts.
 * @param first all lines of the page
 * @param second the same lines, those in doubt read again; null when none was
 */
export function judgePage(document: MrzDocument, first: readonly PageLine[], second: readonly PageLine[] | null): PageVerdict {
  const one = findFields(document, first)
  const other = second ? findFields(document, second) : null
  const fields = Object.fromEntries(PAGE_FIELDS.map((name) => [name, verdictOf(one[name], other?.[name] ?? null)])) as Record<FieldName, FieldVerdict>
  const captions = Math.max(one.captions, other?.captions ?? 0)
  const places = NEEDED.flatMap((name) => [one[name], other?.[name]].flatMap((finding) => (finding?.verdict === 'agrees' ? finding.lines : [])))
  const spells = (zone: MrzDocument, open: readonly FieldName[]) => isSpelled(findFields(zone, first), second && findFields(zone, second), open)
  return { viz: vizOf(fields), fields, names: namesOf(document, fields, one, other), spells, captions, places, showsZone: first.some(isOfZone) }
}

/** So many captions leave no doubt that it is a page. */
const ENOUGH_CAPTIONS = 3

/** Everything that a page can say was read, and is as the zone has it: nothing more can be learned. */
export const isSettled = (findings: Findings) =>
  findings.captions >= ENOUGH_CAPTIONS && [...NEEDED, ...NEVER_DOUBTFUL].every((name) => findings[name].verdict === 'agrees')

/** Lines that a second look may decide about. */
export function linesInDoubt(document: MrzDocument, lines: readonly PageLine[]): Map<PageLine, FieldName> {
  const findings = findFields(document, lines)
  const doubtful = PAGE_FIELDS.filter((name) => findings[name].verdict !== 'agrees')
  return new Map(doubtful.flatMap((name) => findings[name].lines.map((line) => [line, name] as const)))
}

function verdictOf(one: Finding, other: Finding | null): FieldVerdict {
  const verdicts = [one.verdict, other?.verdict]
  if (verdicts.includes('agrees')) return verdicts.includes('unlike') && !outweighs(one, other) ? 'doubtful' : 'agrees'
  if (verdicts.includes('near')) return verdicts.includes('unlike') ? 'doubtful' : 'agrees'
  if (one.verdict === 'absent' && (!other || other.verdict === 'absent')) return 'absent'
  const isSure =
    one.verdict === 'unlike' && other?.verdict === 'unlike' && one.text === other.text && Math.min(one.confidence, other.confidence) >= SURE
  return isSure ? 'contradicts' : 'doubtful'
}

/** A pass that reads a letter otherwise leaves it open; one that reads the same elsewhere does not. */
const isSpelled = (one: Findings, other: Findings | null, fields: readonly FieldName[]) =>
  fields.every((name) => {
    const verdicts = [one[name].verdict, other?.[name].verdict]
    return verdicts.includes('agrees') && !verdicts.includes('unlike')
  })

/** A pass that was sure of the zone's value, beside one that hardly saw another. */
function outweighs(one: Finding, other: Finding | null) {
  const [agreeing, unlike] = one.verdict === 'agrees' ? [one, other] : [other, one]
  return agreeing !== null && unlike !== null && agreeing.confidence >= SURE_OF_ALL && agreeing.confidence > unlike.confidence + MARGIN
}

/** Fillers stand nowhere but in a zone; a reader of words may see them as brackets. */
function isOfZone({ words }: PageLine) {
  const text = words.map((word) => word.text).join('')
  return text.length > 12 && (text.match(/[<«‹]/g) ?? []).length >= 3
}

function vizOf(fields: Record<FieldName, FieldVerdict>): PageVerdict['viz'] {
  if (Object.values(fields).includes('contradicts')) return 'fail'
  const complete = NEEDED.every((name) => fields[name] === 'agrees')
  return complete && NEVER_DOUBTFUL.every((name) => fields[name] !== 'doubtful') ? 'pass' : 'unclear'
}

/** The page's own spelling where neither pass read the zone's. */
function namesOf(document: MrzDocument, fields: Record<FieldName, FieldVerdict>, one: Findings, other: Findings | null): PageReport['names'] {
  const spelled = (name: 'surname' | 'given_names', zone: string) => {
    const passes = [one[name], other?.[name]].filter((finding) => finding !== undefined)
    if (fields[name] !== 'agrees' || passes.some(({ verdict }) => verdict !== 'near')) return zone
    const [surest] = [...passes].sort((a, b) => b.confidence - a.confidence)
    return surest && surest.confidence >= SURE_NAME ? (inZoneLetters(surest.text) ?? zone) : zone
  }
  const names = { surname: spelled('surname', document.surname), givenNames: spelled('given_names', document.givenNames) }
  return names.surname === document.surname && names.givenNames === document.givenNames ? null : names
}

function inZoneLetters(spelling: string): string | null {
  try {
    const text = transliterate(spelling.replace(/[^\p{Letter}' -]/gu, ''))
    return /^[A-Z]+( [A-Z]+)*$/.test(text) ? text : null
  } catch {
    return null
  }
}
