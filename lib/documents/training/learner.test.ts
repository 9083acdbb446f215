import { expect, it } from 'vitest'
import { cellClassifier, EDGE_WINDOWS, KINDS, STROKE_WINDOWS } from '../mrz/classify-cell'
import { ALPHABET, CELL_SIZE, softmax } from '../mrz/layers'
import { gaussian, seededRandom } from '../specimen/random'
import { learner } from './learner'
import { newLayer } from './trained-layer'

const random = seededRandom(1)
const network = [
  newLayer(EDGE_WINDOWS.taps, KINDS.edges, random),
  newLayer(STROKE_WINDOWS.taps, KINDS.strokes, random),
  newLayer(STROKE_WINDOWS.places * KINDS.strokes, KINDS.forms, random),
  newLayer(KINDS.forms, ALPHABET.length, random),
] as const
const cell = Float32Array.from({ length: CELL_SIZE }, () => gaussian(random))
const label = 7

const lossNow = () => -Math.log(softmax(cellClassifier(network)(cell))[label] as number)

it('what a glyph teaches is how the loss changes with each weight, in every layer', () => {
  expect(learner(network)(cell, label)).toBeCloseTo(lossNow(), 4)
  for (const { weights, gradients } of network) {
    const steepest = gradients.weights.reduce((best, value, at) => (Math.abs(value) > Math.abs(gradients.weights[best] as number) ? at : best), 0)
    for (const at of [steepest, 3, weights.length - 2]) {
      const [kept, step] = [weights[at] as number, 0.0005]
      weights[at] = kept + step
      const above = lossNow()
      weights[at] = kept - step
      const below = lossNow()
      weights[at] = kept
      const gradient = gradients.weights[at] as number
      expect(Math.abs((above - below) / (2 * step) - gradient)).toBeLessThan(0.005 + 0.03 * Math.abs(gradient))
    }
  }
})
