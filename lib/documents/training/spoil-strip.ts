import type { Canvas } from '../specimen/canvas'
import { addGlare, shade } from '../specimen/lens'
import { between, integerBetween, type Random } from '../specimen/random'
import { blurPlane, dimPlane, planeOf, smearPlane, toBytes } from './grey-plane'

/** `harm`: share of the usual blur and shake; `poor`: far away, in little light, by a hand that is not still. */
export type Taking = { harm: number; poor: boolean; random: Random }

/**
 * Light, lens, hand and sensor.
 * @param pitch pixels from one character to the next
 * @returns a byte a pixel
 */
export function spoilStrip(canvas: Canvas, pitch: number, taking: Taking): Buffer {
  addLight(canvas, pitch, taking)
  return taking.poor ? takePoorly(canvas, pitch, taking.random) : takeWell(canvas, pitch, taking)
}

function addLight(canvas: Canvas, pitch: number, { poor, random }: Taking) {
  shade(canvas, { x: between(random, -0.4, 0.4), y: between(random, -0.3, 0.3) })
  if (random() < 0.2) castShadow(canvas, random)
  // Reflections, and the small bright spots of a hologram.
  const reflections = random() < (poor ? 0.5 : 0.25) ? 1 : 0
  for (let index = 0; index < reflections; index++) addReflection(canvas, pitch * between(random, 2, 8), between(random, 0.2, 0.75), random)
  const sparkles = random() < 0.15 ? integerBetween(random, 8, 40) : 0
  for (let index = 0; index < sparkles; index++) addReflection(canvas, pitch * between(random, 0.15, 0.9), between(random, 0.2, 0.6), random)
}

function takeWell(canvas: Canvas, pitch: number, { harm, random }: Taking): Buffer {
  const sigma = harm * pitch * (random() < 0.12 ? between(random, 0.1, 0.15) : between(random, 0.01, 0.105))
  const sharp = planeOf(canvas)
  const blurred = sigma > 0.3 ? blurPlane(sharp, sigma) : sharp
  const moved = random() < 0.3 ? smearPlane(blurred, { length: harm * pitch * between(random, 0.03, 0.22), angle: random() * Math.PI }) : blurred
  return toBytes(moved, random() * random() * 16, random)
}

/** Grain that is strong beside what is left of the light. */
function takePoorly(canvas: Canvas, pitch: number, random: Random): Buffer {
  const dim = dimPlane(planeOf(canvas), 0.25 + 0.85 * random() ** 0.6)
  const blurred = blurPlane(dim, Math.max(0.3, pitch * between(random, 0.035, 0.115)))
  const moved = random() < 0.75 ? smearPlane(blurred, { length: pitch * between(random, 0, 0.14), angle: random() * Math.PI }) : blurred
  return toBytes(moved, between(random, 3, 15), random)
}

/** Of a hand or a phone: its edge runs across the lines. */
function castShadow(canvas: Canvas, random: Random) {
  const { width, height } = canvas
  const [from, to, lean] = [random() * width, random() * width, between(random, -height, height)]
  const corners = [
    [from, 0],
    [to, 0],
    [to + lean, height],
    [from + lean, height],
  ] as const
  canvas.fill([[...corners]], [0, 0, 0], between(random, 0.15, 0.5))
}

function addReflection(canvas: Canvas, radius: number, strength: number, random: Random) {
  addGlare(canvas, { x: random() * canvas.width, y: random() * canvas.height, radius, strength })
}
