import { ALPHABET, CELL_SIZE, evenOut, forward, type Layer, softmax } from '../mrz/layers'
import { gaussian, type Random } from '../specimen/random'
import type { Glyphs } from './make-glyphs'

const BATCH = 64
const RATE = 0.0015
const WARM_UP = 200

/** First and second moments of every gradient. @see Kingma and Ba 2015, "Adam" */
type Trained = Layer & { gradients: Gradients; moments: Gradients; squares: Gradients }
type Gradients = { weights: Float32Array; biases: Float32Array }

export type Network = readonly [hidden: Layer, output: Layer]

/**
 * Trains 560 → `hiddenUnits` → 37 with cross entropy.
 * @param report called after each pass over the glyphs with the mean loss
 */
export function trainNetwork(
  glyphs: Glyphs,
  options: { hiddenUnits: number; passes: number; random: Random; report: (loss: number) => void },
): Network {
  const { random, passes, report } = options
  const hidden = newLayer(CELL_SIZE, options.hiddenUnits, random)
  const output = newLayer(options.hiddenUnits, ALPHABET.length, random)
  const order = Uint32Array.from({ length: glyphs.count }, (_, index) => index)
  const batches = Math.floor(glyphs.count / BATCH)
  for (let pass = 0; pass < passes; pass++) {
    shuffle(order, random)
    let loss = 0
    for (let batch = 0; batch < batches; batch++) {
      for (const glyph of order.subarray(batch * BATCH, (batch + 1) * BATCH)) loss += learn(glyphs, glyph, hidden, output)
      const step = pass * batches + batch + 1
      const rate = RATE * Math.min(1, step / WARM_UP) * (0.51 + 0.49 * Math.cos((Math.PI * step) / (passes * batches)))
      for (const layer of [hidden, output]) descend(layer, step, rate)
    }
    report(loss / (batches * BATCH))
  }
  return [hidden, output]
}

/** Share of the glyphs that the network names rightly. */
export function accuracy([hidden, output]: Network, glyphs: Glyphs): number {
  let right = 0
  for (let glyph = 0; glyph < glyphs.count; glyph++) {
    const scores = forward(output, rectified(forward(hidden, cellOf(glyphs, glyph))))
    if (scores.indexOf(Math.max(...scores)) === glyphs.labels[glyph]) right++
  }
  return right / glyphs.count
}

function newLayer(inputs: number, outputs: number, random: Random): Trained {
  const empty = () => ({ weights: new Float32Array(inputs * outputs), biases: new Float32Array(outputs) })
  // He initialisation: suits units that are zero for half of their inputs.
  const weights = Float32Array.from({ length: inputs * outputs }, () => gaussian(random) * Math.sqrt(2 / inputs))
  return { inputs, outputs, weights, biases: new Float32Array(outputs), gradients: empty(), moments: empty(), squares: empty() }
}

const cellOf = ({ cells }: Glyphs, glyph: number) => {
  const cell = Float32Array.from(cells.subarray(glyph * CELL_SIZE, (glyph + 1) * CELL_SIZE))
  evenOut(cell)
  return cell
}

const rectified = (values: Float32Array) => values.map((value) => Math.max(0, value))

/** @returns the loss of this glyph */
function learn(glyphs: Glyphs, glyph: number, hidden: Trained, output: Trained): number {
  const cell = cellOf(glyphs, glyph)
  const activity = rectified(forward(hidden, cell))
  const probabilities = softmax(forward(output, activity))
  const label = glyphs.labels[glyph] as number
  const loss = -Math.log((probabilities[label] as number) + 1e-9)
  probabilities[label] = (probabilities[label] as number) - 1
  const errors = propagate(output, activity, probabilities)
  for (let unit = 0; unit < errors.length; unit++) if (activity[unit] === 0) errors[unit] = 0
  gather(hidden, cell, errors)
  return loss
}

/** Adds to the gradients of a layer. */
function gather({ inputs, gradients }: Trained, values: Float32Array, errors: Float32Array) {
  for (let output = 0; output < errors.length; output++) {
    const error = errors[output] as number
    if (Math.abs(error) < 1e-5) continue
    gradients.biases[output] = (gradients.biases[output] as number) + error
    const row = output * inputs
    for (let input = 0; input < inputs; input++) {
      gradients.weights[row + input] = (gradients.weights[row + input] as number) + error * (values[input] as number)
    }
  }
}

/** Adds to the gradients of a layer; returns the errors of its inputs. */
function propagate(layer: Trained, values: Float32Array, errors: Float32Array): Float32Array {
  gather(layer, values, errors)
  const { inputs, weights } = layer
  const back = new Float32Array(inputs)
  for (let output = 0; output < errors.length; output++) {
    const error = errors[output] as number
    const row = output * inputs
    for (let input = 0; input < inputs; input++) back[input] = (back[input] as number) + error * (weights[row + input] as number)
  }
  return back
}

function descend(layer: Trained, step: number, rate: number) {
  const [first, second] = [1 - 0.9 ** step, 1 - 0.999 ** step]
  for (const name of ['weights', 'biases'] as const) {
    const [values, gradients, moments, squares] = [layer[name], layer.gradients[name], layer.moments[name], layer.squares[name]]
    for (let index = 0; index < values.length; index++) {
      const gradient = (gradients[index] as number) / BATCH
      const moment = 0.9 * (moments[index] as number) + 0.1 * gradient
      const square = 0.999 * (squares[index] as number) + 0.001 * gradient * gradient
      values[index] = (values[index] as number) - (rate * (moment / first)) / (Math.sqrt(square / second) + 1e-8)
      moments[index] = moment
      squares[index] = square
      gradients[index] = 0
    }
  }
}

/** @see Fisher and Yates 1938 */
function shuffle(order: Uint32Array, random: Random) {
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const kept = order[last] as number
    order[last] = order[other] as number
    order[other] = kept
  }
}
