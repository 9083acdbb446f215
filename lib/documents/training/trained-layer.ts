import type { Layer } from '../mrz/layers'
import { gaussian, type Random } from '../specimen/random'

type Values = { weights: Float32Array; biases: Float32Array }

/** First and second moments of every gradient. @see Kingma and Ba 2015, "Adam" */
export type TrainedLayer = Layer & { gradients: Values; moments: Values; squares: Values }

export function newLayer(inputs: number, outputs: number, random: Random): TrainedLayer {
  // He initialisation: suits units that are zero for half of their inputs.
  const weights = Float32Array.from({ length: inputs * outputs }, () => gaussian(random) * Math.sqrt(2 / inputs))
  return learningLayer({ inputs, outputs, weights, biases: new Float32Array(outputs) })
}

/** A layer that goes on learning. */
export function learningLayer({ inputs, outputs, weights, biases }: Layer): TrainedLayer {
  const empty = () => ({ weights: new Float32Array(inputs * outputs), biases: new Float32Array(outputs) })
  const own = { weights: Float32Array.from(weights), biases: Float32Array.from(biases) }
  return { inputs, outputs, ...own, gradients: empty(), moments: empty(), squares: empty() }
}

/** Adds what one example says to the gradients of a layer. @param errors of its outputs; most are zero */
export function gather({ inputs, gradients: { weights, biases } }: TrainedLayer, values: Float32Array, errors: Float32Array) {
  for (let output = 0; output < errors.length; output++) {
    const error = errors[output] as number
    if (error === 0) continue
    biases[output] = (biases[output] as number) + error
    for (let input = 0, at = output * inputs; input < inputs; input++, at++) weights[at] = (weights[at] as number) + error * (values[input] as number)
  }
}

/** Fills `back` with the errors of a layer's inputs. */
export function propagate({ inputs, weights }: Layer, errors: Float32Array, back: Float32Array) {
  back.fill(0)
  for (let output = 0; output < errors.length; output++) {
    const error = errors[output] as number
    if (error === 0) continue
    for (let input = 0, at = output * inputs; input < inputs; input++, at++) back[input] = (back[input] as number) + error * (weights[at] as number)
  }
}

/** One step downhill, and the gradients are empty again. @param step counted from 1 */
export function descend(layer: TrainedLayer, { step, rate, examples }: { step: number; rate: number; examples: number }) {
  const [first, second] = [1 - 0.9 ** step, 1 - 0.999 ** step]
  for (const name of ['weights', 'biases'] as const) {
    const [values, gradients, moments, squares] = [layer[name], layer.gradients[name], layer.moments[name], layer.squares[name]]
    for (let index = 0; index < values.length; index++) {
      const gradient = (gradients[index] as number) / examples
      const moment = 0.9 * (moments[index] as number) + 0.1 * gradient
      const square = 0.999 * (squares[index] as number) + 0.001 * gradient * gradient
      values[index] = (values[index] as number) - (rate * (moment / first)) / (Math.sqrt(square / second) + 1e-8)
      moments[index] = moment
      squares[index] = square
    }
    gradients.fill(0)
  }
}
