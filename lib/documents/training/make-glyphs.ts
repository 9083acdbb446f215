import sharp from 'sharp'
import type { GreyImage } from '../image/grey'
import { ALPHABET, CELL_SIZE, CELL_WIDTH } from '../mrz/layers'
import { type CellPlace, sampleCell } from '../mrz/sample-cell'
import { Canvas, type Colour } from '../specimen/canvas'
import { addGlare, addNoise, blur, shade, smear } from '../specimen/lens'
import { between, integerBetween, oneOf, type Random } from '../specimen/random'
import { Surface } from '../specimen/surface'
import { varyOutline } from './vary-outline'

const PER_STRIP = 44
/** Em of OCR-B whose characters are one apart. */
const SIZE = 1 / 0.723

export type Glyphs = { count: number; cells: Uint8Array; labels: Uint8Array }

/**
 * Characters as a reader meets them: cut out of strips of three lines that were printed, lit, blurred and compressed, and
 * never cut quite straight.
 * @param strips 44 characters each
 */
export async function makeGlyphs(strips: number, random: Random): Promise<Glyphs> {
  const count = strips * PER_STRIP
  const glyphs = { count, cells: new Uint8Array(count * CELL_SIZE), labels: new Uint8Array(count) }
  for (let strip = 0; strip < strips; strip++) await addStrip(glyphs, strip * PER_STRIP, random)
  return glyphs
}

async function addStrip(glyphs: Glyphs, first: number, random: Random) {
  const pitch = between(random, 8, 14) + random() * random() * 30
  const text = Array.from({ length: PER_STRIP }, () => anyCharacter(random, 0.12))
  const image = await printStrip(text, pitch, random)
  text.forEach((character, index) => {
    const cell = sampleCell(image, jitteredPlace(index, pitch, image.height / 2, random))
    glyphs.cells.set(Uint8Array.from(cell, Math.round), (first + index) * CELL_SIZE)
    glyphs.labels[first + index] = ALPHABET.indexOf(character)
  })
}

const anyCharacter = (random: Random, fillers: number) => (random() < fillers ? '<' : oneOf(random, [...ALPHABET]))

/** The middle line holds the text; the ones above and below are what looks into its cells. */
async function printStrip(text: readonly string[], pitch: number, random: Random): Promise<GreyImage> {
  const [width, height] = [Math.ceil(pitch * (PER_STRIP + 4)), Math.ceil(pitch * 7)]
  const paper = between(random, 150, 255)
  const canvas = new Canvas(width, height, grey(paper))
  const surface = new Surface(canvas, [pitch, 0, pitch * 2, 0, pitch, height / 2, 0, 0])
  drawPattern(surface, paper, random)
  const size = SIZE * between(random, 0.94, 1.06)
  const style = {
    face: oneOf(random, ['OCRB', 'OCRB', 'OCRBS'] as const),
    size,
    colour: grey(random() * random() * 95),
    opacity: between(random, 0.6, 1),
    pitch: 1,
    vary: varyOutline(random),
  }
  const neighbours = () => Array.from({ length: PER_STRIP }, () => anyCharacter(random, 0.3)).join('')
  const distance = between(random, 1.62, 2.6)
  const baseline = 0.526
  const thickening = random() < 0.35 ? between(random, 0.01, 0.05) : 0
  for (const shift of thickening ? [0, thickening] : [0]) surface.text(text.join(''), shift, baseline + shift / 2, style)
  surface.text(neighbours(), 0, baseline - distance, style)
  surface.text(neighbours(), 0, baseline + distance, style)
  spoil(canvas, pitch, random)
  return develop(canvas, random)
}

const grey = (value: number): Colour => [value, value, value]

function drawPattern(surface: Surface, paper: number, random: Random) {
  const lines = integerBetween(random, 0, 12)
  for (let line = 0; line < lines; line++) {
    const [phase, y, height, length] = [random() * 6, between(random, -3, 3), between(random, 0, 0.8), between(random, 1, 6)]
    const points = Array.from({ length: (PER_STRIP + 4) * 3 }, (_, k) => [k / 3 - 2, y + height * Math.sin(k / 3 / length + phase)] as const)
    const [width, ink] =
      random() < 0.2 ? [between(random, 0.08, 0.2), between(random, 40, 130)] : [between(random, 0.03, 0.09), between(random, 15, 100)]
    surface.stroke(points, width, grey(paper - ink), 0.8)
  }
}

function spoil(canvas: Canvas, pitch: number, random: Random) {
  shade(canvas, { x: between(random, -0.4, 0.4), y: between(random, -0.3, 0.3) })
  // Reflections, and the small bright spots of a hologram.
  const reflections = random() < 0.25 ? 1 : 0
  for (let index = 0; index < reflections; index++) addReflection(canvas, pitch * between(random, 2, 8), between(random, 0.2, 0.75), random)
  const sparkles = random() < 0.15 ? integerBetween(random, 8, 40) : 0
  for (let index = 0; index < sparkles; index++) addReflection(canvas, pitch * between(random, 0.15, 0.9), between(random, 0.2, 0.6), random)
  const sigma = pitch * (random() < 0.12 ? between(random, 0.1, 0.165) : between(random, 0.01, 0.105))
  if (sigma > 0.3) blur(canvas, sigma)
  if (random() < 0.3) smear(canvas, { length: pitch * between(random, 0.03, 0.22), angle: random() * Math.PI })
  addNoise(canvas, random() * random() * 16, integerBetween(random, 1, 2 ** 31))
}

function addReflection(canvas: Canvas, radius: number, strength: number, random: Random) {
  addGlare(canvas, { x: random() * canvas.width, y: random() * canvas.height, radius, strength })
}

async function develop({ data, width, height }: Canvas, random: Random): Promise<GreyImage> {
  const quality = integerBetween(random, 35, 95)
  const file = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
  const pixels = await sharp(file).greyscale().raw().toBuffer()
  return { data: pixels, width, height }
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
