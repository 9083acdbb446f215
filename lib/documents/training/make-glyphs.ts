import { ALPHABET, CELL_SIZE, CELL_WIDTH } from '../mrz/layers'
import { type CellPlace, sampleCell } from '../mrz/sample-cell'
import { between, oneOf, type Random } from '../specimen/random'
import { PER_STRIP, type Printing, printStrip } from './print-strip'

/** Every character is cut out this often, never twice the same way. */
const CUTS = 2

export type Glyphs = { count: number; cells: Uint8Array; labels: Uint8Array }

/** How many strips, of whose hand, how taken; `characters` that stand in them, one that is named twice twice as often. */
export type Making = Omit<Printing, 'poor'> & { strips: number; poor?: boolean; characters?: string }

/**
 * Characters as a reader meets them: cut out of strips of three lines that were printed, lit, blurred and compressed, and
 * never cut quite straight; 44 to a strip, every one of them twice.
 */
export async function makeGlyphs({ strips, hand, random, poor = false, characters = ALPHABET }: Making) {
  const count = strips * PER_STRIP * CUTS
  const glyphs: Glyphs = { count, cells: new Uint8Array(count * CELL_SIZE), labels: new Uint8Array(count) }
  let next = 0
  for (let strip = 0; strip < strips; strip++) {
    const pitch = poor ? between(random, 7.5, 17) : between(random, 8, 14) + random() * random() * 24
    const any = (fillers: number) => (characters.includes('<') && random() < fillers ? '<' : oneOf(random, [...characters]))
    const image = await printStrip(any, pitch, { hand, poor, random })
    for (const [index, character] of image.text.entries()) {
      for (let cut = 0; cut < CUTS; cut++, next++) {
        const cell = sampleCell(image.pixels, jitteredPlace(index, image.pitch, image.pixels.height / 2, random))
        glyphs.cells.set(Uint8Array.from(cell, Math.round), next * CELL_SIZE)
        glyphs.labels[next] = ALPHABET.indexOf(character)
      }
    }
  }
  return glyphs
}

export function joinGlyphs(...some: readonly Glyphs[]): Glyphs {
  const bytes = (parts: readonly Uint8Array[]) => Uint8Array.from(Buffer.concat(parts))
  return {
    count: some.reduce((sum, { count }) => sum + count, 0),
    cells: bytes(some.map(({ cells }) => cells)),
    labels: bytes(some.map(({ labels }) => labels)),
  }
}

/** A grid laid over a real picture is a little off everywhere. */
function jitteredPlace(index: number, pitch: number, middle: number, random: Random): CellPlace {
  const off = (width: number) => (random() - 0.5) * width
  const scale = (pitch / CELL_WIDTH) * (1 + off(0.14))
  const [wide, high, turn, shear] = [scale * (1 + off(0.1)), scale * (1 + off(0.14)), off(0.12), off(0.22)]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return {
    centre: [pitch * (2.5 + index + off(0.24)) - 0.5, middle + pitch * off(0.28) - 0.5],
    right: [wide * cos, wide * sin],
    down: [high * (shear * cos - sin), high * (shear * sin + cos)],
  }
}
