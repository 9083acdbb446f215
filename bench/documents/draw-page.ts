import { type CaptionName, caption } from './captions'
import { drawHologram, drawPattern } from './draw-pattern'
import { drawPortrait } from './draw-portrait'
import { type Cut, drawZone } from './draw-zone'
import type { Facts } from './facts'
import { issuerOf } from './issuers'
import { type Layout, SIZES } from './layouts'
import { printDate } from './print-date'
import { createRandom, type Random } from './random'
import { composeZone } from './zone'

/** What is printed beyond the layout; everything left out is as usual. */
export type Print = {
  cut: Cut
  /** 0 to 1: how strong the pattern of the paper is. */
  pattern: number
  /** Foil over the fields. */
  hologram: boolean
  /** A coloured stamp or pattern right over the zone. */
  overprint: boolean
  /** The booklet lies open: the page above is seen too. */
  open: boolean
  /** Lines to print in the zone's place, of somebody else. */
  zone?: readonly string[]
  /** A data address of a photograph to print as the portrait. */
  portrait?: string
}

/** @returns SVG of one side, in millimetres; an open booklet reaches one page further up, above 0 */
export function drawPage(facts: Facts, layout: Layout, print: Print, seed: string): { svg: string; width: number; height: number; above: number } {
  const { width, height } = SIZES[layout.format]
  const random = createRandom(`${seed} page`)
  const [paper, one, other] = layout.colours
  const above = print.open ? height : 0
  const ink = random.pick(['#141414', '#1d1b22', '#26211f', '#101a2a'])
  const parts = [
    `<rect x="0" y="${-above}" width="${width}" height="${height + above}" fill="${paper}"/>`,
    drawPattern(width, height, [one, other], print.pattern, random),
    print.open ? upperPage(width, height, layout, random) : '',
    heading(layout),
    layout.portrait ? portraits(facts, layout, print, seed, random) : '',
    layout.rows
      .map((row, index) => row.map((slot) => field(facts, layout, slot.name, slot.x, layout.top + index * layout.rowHeight, ink)).join(''))
      .join(''),
    layout.side === 'front' ? '' : zonePart(facts, layout, print, ink, random),
    print.hologram
      ? drawHologram(width * random.between(0.3, 0.75), height * random.between(0.25, 0.55), random.between(7, 13), random.between(0.2, 0.45), random)
      : '',
  ]
  return { svg: parts.join('\n'), width, height, above }
}

function zonePart(facts: Facts, layout: Layout, print: Print, ink: string, random: Random): string {
  const page = SIZES[layout.format]
  const pale = random.chance(0.5) ? `<rect x="0" y="${page.height - 23.2}" width="${page.width}" height="23.2" fill="#fff" opacity=".55"/>` : ''
  const zone = drawZone(print.zone ?? composeZone(facts), page, print.cut, ink, random)
  return pale + zone + (print.overprint ? overprint(page, layout, random) : '')
}

/** Coloured lines over the characters, as security print has them, and at times the edge of a stamp. */
function overprint({ width, height }: { width: number; height: number }, layout: Layout, random: Random): string {
  const lines = Array.from(
    { length: 14 },
    (_, index) => `M0 ${height - 23 + index * 1.7}q${width / 4} ${random.between(-4, 4)} ${width / 2} 0t${width / 2} 0`,
  )
  const stamp = random.chance(0.5)
    ? `<circle cx="${width * random.between(0.2, 0.8)}" cy="${height - random.between(14, 24)}" r="${random.between(6, 11)}" fill="none" stroke="#b8434b" stroke-width=".7" opacity=".55"/>`
    : ''
  return `<path d="${lines.join('')}" fill="none" stroke="${layout.colours[random.whole(1, 2)]}" stroke-width=".3" opacity=".75"/>${stamp}`
}

function heading({ issuer, format, side, captions, portrait }: Layout): string {
  const { title, languages } = issuerOf(issuer)
  if (side === 'back') return ''
  const kind = format.startsWith('MRV') ? 'visa' : format === 'TD3' ? 'passport' : 'card'
  const kinds = languages.slice(0, 2).map((language) => caption(kind, language))
  const size = format === 'TD3' ? 2.6 : 2.1
  const room = (format === 'TD3' ? 60 : 40) - (captions === 'two-lines' ? 4 : 0)
  return `${line(title, 4, size + 2, size, '#39435c', 'Geist', 600, room)}${line([...new Set(kinds)].join(' '), portrait ? 4 : 4, size * 2 + 3.4, size * 0.85, '#39435c', 'Geist', 600, 36)}`
}

function portraits(facts: Facts, layout: Layout, print: Print, seed: string, random: Random): string {
  const { x, y, width, height } = layout.portrait as NonNullable<Layout['portrait']>
  const grey = random.chance(0.35) ? ' style="filter:grayscale(1)"' : ''
  const head = print.portrait
    ? `<image href="${print.portrait}" width="35" height="45" preserveAspectRatio="xMidYMid slice"/>`
    : drawPortrait(createRandom(`${seed} head`), facts.sex === 'F')
  const at = (left: number, top: number, scaleX: number, scaleY: number, opacity: number) =>
    `<g opacity="${opacity}"${grey} transform="translate(${left} ${top}) scale(${scaleX} ${scaleY})"><svg width="35" height="45" viewBox="0 0 35 45">${head}</svg></g>`
  const size = SIZES[layout.format]
  const ghost = layout.ghost ? at(size.width - width * 0.36 - 4, y + height * 0.45, (width * 0.34) / 35, (height * 0.34) / 45, 0.32) : ''
  return at(x, y, width / 35, height / 45, 1) + ghost
}

/** A caption and its value, the caption's top at `y`. */
function field(facts: Facts, layout: Layout, name: CaptionName, x: number, y: number, ink: string): string {
  const { languages } = issuerOf(layout.issuer)
  const words = [...new Set(languages.map((language) => caption(name, language)))]
  const number = layout.rows.flat().findIndex((slot) => slot.name === name) + 1
  const numbered = (text: string) =>
    layout.numbering === 'before' ? `${number}. ${text}` : layout.numbering === 'after' ? `${text} (${number})` : text
  const small = layout.format === 'TD1' ? 1.35 : 1.6
  const size = layout.valueSize / 0.72
  const room = roomFor(layout, name, x)
  const value = (atX: number, foot: number, width: number) => line(printedValue(facts, layout, name), atX, foot, size, ink, layout.font, 500, width)
  const printed = (text: string, foot: number, width = room) => line(text, x, foot, small, '#5a6076', layout.font, 400, width)
  if (layout.captions === 'before') {
    const aside = longestCaption(layout) * small * 0.52 + 2
    return printed(numbered(words.join(layout.between)), y + layout.valueSize, aside - 1) + value(x + aside, y + layout.valueSize, room - aside)
  }
  const joined = words.join(layout.between)
  if (layout.captions === 'two-lines' && words.length > 1) {
    const rest = words.slice(1).join(layout.between)
    return (
      printed(`${numbered(words[0] as string)}${layout.between.trim()}`, y + small * 0.8) +
      printed(rest, y + small * 1.85) +
      value(x, y + small * 2.4 + layout.valueSize, room)
    )
  }
  return printed(numbered(joined), y + small * 0.8) + value(x, y + small * 1.45 + layout.valueSize, room)
}

const longestCaption = ({ rows, issuer, between }: Layout) =>
  Math.max(
    ...rows.flat().map(({ name }) => 3 + [...new Set(issuerOf(issuer).languages.map((language) => caption(name, language)))].join(between).length),
  )

/** Up to the next field of its row, or the edge. */
function roomFor(layout: Layout, name: CaptionName, x: number): number {
  const row = layout.rows.find((slots) => slots.some((slot) => slot.name === name)) ?? []
  const next = Math.min(...row.filter((slot) => slot.x > x).map((slot) => slot.x), SIZES[layout.format].width - 3)
  return next - x - 1.2
}

/** The text a page has for a field of the facts. */
function printedValue(facts: Facts, { dates, capitals, issuer: name }: Layout, field: CaptionName): string {
  const issuer = issuerOf(name)
  const cased = (text: string) => (capitals ? text.replaceAll('ß', 'ẞ').toLocaleUpperCase(issuer.languages[0] === 'tr' ? 'tr' : 'en') : text)
  const dated = (date: string) => printDate(date, dates, issuer.languages)
  switch (field) {
    case 'type':
      return facts.code
    case 'code':
      return facts.issuer
    case 'number':
    case 'cardNumber':
      return facts.number
    case 'surname':
      return cased(facts.surname)
    case 'givenNames':
      return cased(facts.givenNames)
    case 'nationality':
      return peopleOf(facts)
    case 'birthDate':
      return dated(facts.birthDate)
    case 'sex':
      return sexOf(facts, issuer.languages[0] ?? 'en')
    case 'birthPlace':
      return facts.birthPlace
    case 'issueDate':
      return dated(facts.issueDate)
    case 'expiryDate':
      return dated(facts.expiryDate)
    default:
      return `${issuer.title.split(' ')[0]} ${facts.birthPlace}`
  }
}

/** Cards have the three letters, passports the issuer's own word. */
function peopleOf({ nationality, format, sex }: Facts): string {
  const { people } = issuerOf(nationality)
  if (format !== 'TD3') return nationality
  return typeof people === 'string' ? people : people[sex === 'F' ? 'F' : 'M']
}

const OWN_LETTERS: Record<string, { F: string; M: string }> = {
  pl: { F: 'K', M: 'M' },
  sv: { F: 'K', M: 'M' },
  hu: { F: 'N', M: 'F' },
  tr: { F: 'K', M: 'E' },
  nl: { F: 'V', M: 'M' },
}

function sexOf({ sex }: Facts, language: string): string {
  const own = sex === 'X' ? undefined : OWN_LETTERS[language]?.[sex]
  return own ? `${own}/${sex}` : sex
}

function upperPage(width: number, height: number, layout: Layout, random: Random): string {
  const [, one] = layout.colours
  const scribble = Array.from(
    { length: 9 },
    () => `q${random.between(1, 4)} ${random.between(-6, 6)} ${random.between(3, 5)} ${random.between(-1, 1)}`,
  ).join('')
  return `<rect x="0" y="${-height}" width="${width}" height="${height}" fill="${one}" opacity=".16"/><rect x="0" y="-1.4" width="${width}" height="2" fill="#000" opacity=".16"/>
${line(issuerOf(layout.issuer).title, 12, -height + 22, 3.4, one, 'Newsreader', 600, width - 24)}<path d="M${width * 0.3} -22${scribble}" fill="none" stroke="#22305c" stroke-width=".45"/><path d="M12 -14H${width - 12}" stroke="#777" stroke-width=".2"/>`
}

/** One line of text, pressed together where it would leave its room. */
function line(text: string, x: number, foot: number, size: number, colour: string, font: string, weight: number, room: number): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x}" y="${foot.toFixed(2)}" font-family="${font}" font-size="${size.toFixed(2)}" font-weight="${weight}" fill="${colour}" data-room="${room.toFixed(1)}">${escaped}</text>`
}
