import sharp from 'sharp'
import type { GreyImage } from '../image/grey'
import { Canvas, type Colour } from '../specimen/canvas'
import { between, integerBetween, type Random } from '../specimen/random'
import { Surface } from '../specimen/surface'
import { type Hand, SIZE } from './hands'
import { spoilStrip } from './spoil-strip'

/** `poor`: photographed from far away, in little light, by a hand that is not still. */
export type Printing = { hand: Hand; poor: boolean; random: Random }

/** `pitch` in pixels, from one character to the next. */
export type Strip = { text: string[]; pixels: GreyImage; pitch: number }

export const PER_STRIP = 44
/** Of a line whose capitals stand in the middle of the strip. */
const BASELINE = 0.526
/** In pitches: no cell reaches further. */
const HEIGHT = 3.6

/**
 * The middle line holds the text; the ones above and below are what looks into its cells.
 * @param anyCharacter by the share that shall be fillers
 * @param pitch pixels from one character to the next
 */
export async function printStrip(anyCharacter: (fillers: number) => string, pitch: number, { hand, poor, random }: Printing): Promise<Strip> {
  const line = (fillers: number) => Array.from({ length: PER_STRIP }, () => anyCharacter(fillers))
  const [width, height] = [Math.ceil(pitch * (PER_STRIP + 4)), Math.ceil(pitch * HEIGHT)]
  const paper = between(random, 150, 255)
  const canvas = new Canvas(width, height, grey(paper))
  const surface = new Surface(canvas, [pitch, 0, pitch * 2, 0, pitch, height / 2, 0, 0])
  drawPattern(surface, paper, random)
  const size = SIZE * between(random, 0.94, 1.06)
  const ink = { size, colour: grey(random() * random() * (poor ? 60 : 95)), opacity: between(random, poor ? 0.85 : 0.6, 1), pitch: 1 }
  const { harm = 1, ...drawing } = hand(random)
  const style = { ...ink, ...drawing }
  const text = line(0.12)
  const distance = between(random, 1.62, 2.6)
  const thickening = random() < 0.35 ? between(random, 0.01, 0.05) : 0
  for (const shift of thickening ? [0, thickening] : [0]) surface.text(text.join(''), shift, BASELINE + shift / 2, style)
  surface.text(line(0.3).join(''), 0, BASELINE - distance, style)
  surface.text(line(0.3).join(''), 0, BASELINE + distance, style)
  if (random() < (poor ? 0.5 : 0.15)) drawOverprint(surface, random)
  const spoilt = spoilStrip(canvas, pitch, { harm, poor, random })
  // A reader enlarges what was taken from far away.
  const enlarged = poor ? between(random, 1, 2.8) : 1
  const pixels = await develop(spoilt, canvas, enlarged, random)
  return { text, pixels, pitch: (pitch * pixels.width) / width }
}

const grey = (value: number): Colour => [value, value, value]

/** Security print: thin waves, some of them strong. */
function drawPattern(surface: Surface, paper: number, random: Random) {
  const lines = integerBetween(random, 0, 7)
  for (let line = 0; line < lines; line++) {
    const isStrong = random() < 0.2
    const width = isStrong ? between(random, 0.08, 0.2) : between(random, 0.03, 0.09)
    surface.stroke(wave(random), width, grey(paper - (isStrong ? between(random, 40, 130) : between(random, 15, 100))), 0.8)
  }
}

/** A stamp or a seal that reaches over the text. */
function drawOverprint(surface: Surface, random: Random) {
  const lines = integerBetween(random, 1, 5)
  for (let line = 0; line < lines; line++)
    surface.stroke(wave(random), between(random, 0.04, 0.14), grey(between(random, 60, 200)), between(random, 0.2, 0.6))
}

function wave(random: Random) {
  const [phase, y, height, length] = [random() * 6, between(random, -1.8, 1.8), between(random, 0, 0.8), between(random, 1, 6)]
  return Array.from({ length: (PER_STRIP + 4) * 3 }, (_, k) => [k / 3 - 2, y + height * Math.sin(k / 3 / length + phase)] as const)
}

async function develop(data: Buffer, { width, height }: Canvas, enlarged: number, random: Random): Promise<GreyImage> {
  const quality = integerBetween(random, 35, 95)
  const file = await sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality })
    .toBuffer()
  const [wide, high] = [Math.round(width * enlarged), Math.round(height * enlarged)]
  const seen = enlarged === 1 ? sharp(file) : sharp(file).resize(wide, high, { fit: 'fill' })
  const pixels = await seen.greyscale().raw().toBuffer()
  return { data: pixels, width: wide, height: high }
}
