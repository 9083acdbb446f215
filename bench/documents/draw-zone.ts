import type { Random } from './random'
import { STROKES } from './stroke-cut'

/** Between the middles of two characters and of two lines. @see ICAO 9303-3 §4.4, ISO 1073-2 size I */
const PITCH = 2.54
const LINE = 6.35
/** From the foot of the page to the middle of the last line, and from its left to the edge of the first character. */
const LAST_LINE = { 2: 9.4, 3: 5.3 } as const
const LEFT = { 44: 6, 36: 6, 30: 4.6 } as const

/** `stroke`: our own lines; `outline`: the cut that bwip-js ships; `bold` and `thin` are more and less ink of the two. */
export type Cut = 'stroke' | 'stroke-bold' | 'stroke-thin' | 'stroke-square' | 'outline' | 'outline-bold'
export const CUTS: readonly Cut[] = ['outline', 'stroke', 'outline-bold', 'stroke-square', 'stroke-bold', 'stroke-thin']

const PENS: Partial<Record<Cut, { width: number; cap: string }>> = {
  stroke: { width: 3.6, cap: 'round' },
  'stroke-bold': { width: 4.6, cap: 'round' },
  'stroke-thin': { width: 2.8, cap: 'round' },
  'stroke-square': { width: 3.4, cap: 'square' },
}

/**
 * The zone as SVG in millimetres. Printers may be off by a millimetre; each character stands a little off its place.
 * @param ink a colour
 */
export function drawZone(lines: readonly string[], page: { width: number; height: number }, cut: Cut, ink: string, random: Random): string {
  const columns = (lines[0]?.length ?? 44) as keyof typeof LEFT
  const [offX, offY] = [random.between(-0.7, 0.7), random.between(-0.7, 0.7)]
  const foot = LAST_LINE[lines.length as 2 | 3]
  return lines
    .flatMap((line, row) =>
      [...line].map((character, column) => {
        const x = LEFT[columns] + offX + (column + 0.3) * PITCH + random.gauss() * 0.025
        const y = page.height - foot + offY - (lines.length - 1 - row) * LINE + random.gauss() * 0.025
        return drawCharacter(character, x, y, cut, ink)
      }),
    )
    .join('')
}

/** Around its middle. Of the outline, 10 units are 2.94 mm, so that its capitals are 2.3 mm high. */
function drawCharacter(character: string, x: number, y: number, cut: Cut, ink: string): string {
  const pen = PENS[cut]
  if (pen) {
    const place = `translate(${(x - 0.63).toFixed(3)} ${(y - 1.08).toFixed(3)}) scale(.088)`
    return `<path transform="${place}" d="${STROKES[character]}" fill="none" stroke="${ink}" stroke-width="${pen.width}" stroke-linecap="${pen.cap}" stroke-linejoin="${pen.cap === 'round' ? 'round' : 'miter'}"/>`
  }
  const weight = cut === 'outline-bold' ? ` stroke="${ink}" stroke-width=".1"` : ''
  const glyph = character === '<' ? '&lt;' : character
  return `<text x="${x.toFixed(3)}" y="${(y + 1.12).toFixed(3)}" text-anchor="middle" font-family="outline-cut" font-size="2.95" fill="${ink}"${weight}>${glyph}</text>`
}
