import { EDGE_WINDOWS, STROKE_WINDOWS } from '../mrz/classify-cell'
import { CELL_SIZE, forward, rectify, softmax } from '../mrz/layers'
import { look, type Windows } from '../mrz/windows'
import { gather, propagate, type TrainedLayer } from './trained-layer'

export type TrainedNetwork = readonly [edges: TrainedLayer, strokes: TrainedLayer, forms: TrainedLayer, characters: TrainedLayer]

/** A glyph that is named with this certainty teaches nothing more: most of the work, and the way to be too sure, are spared. */
const KNOWN = 0.99

/**
 * What one glyph teaches: forwards as a reader does, then its error backwards through every layer.
 * @returns a function of a cell, evened out, and the index of its character; it adds to the gradients and returns the loss
 */
export function learner([edgeLayer, strokeLayer, formLayer, characterLayer]: TrainedNetwork): (cell: Float32Array, label: number) => number {
  const cellValues = new Float32Array(CELL_SIZE + 1)
  const edges = slidingLayer(edgeLayer, EDGE_WINDOWS)
  const strokes = slidingLayer(strokeLayer, STROKE_WINDOWS)
  const [forms, formErrors] = [new Float32Array(formLayer.outputs), new Float32Array(formLayer.outputs)]
  const scores = new Float32Array(characterLayer.outputs)
  return (cell, label) => {
    cellValues.set(cell)
    edges.see(cellValues)
    strokes.see(edges.found)
    forward(formLayer, strokes.found, forms)
    rectify(forms)
    forward(characterLayer, forms, scores)
    const errors = softmax(scores)
    const loss = -Math.log((errors[label] as number) + 1e-9)
    if ((errors[label] as number) > KNOWN) return loss
    errors[label] = (errors[label] as number) - 1
    gather(characterLayer, forms, errors)
    propagate(characterLayer, errors, formErrors)
    silence(formErrors, forms)
    gather(formLayer, strokes.found, formErrors)
    propagate(formLayer, formErrors, strokes.errors)
    strokes.learn(edges.errors)
    edges.learn()
    return loss
  }
}

/** A layer that slides over a picture. `found` and `errors` end with a value that lies beyond the border. */
function slidingLayer(layer: TrainedLayer, windows: Windows) {
  const { places, taps, sources } = windows
  const [found, errors] = [new Float32Array(places * layer.outputs + 1), new Float32Array(places * layer.outputs + 1)]
  const partOf = (values: Float32Array, size: number) => Array.from({ length: places }, (_, at) => values.subarray(at * size, (at + 1) * size))
  const errorsAt = partOf(errors, layer.outputs)
  const seen = new Float32Array(places * taps)
  const seenAt = partOf(seen, taps)
  const back = new Float32Array(taps)

  function see(picture: Float32Array) {
    look(windows, picture, seen)
    forward(layer, seen, found)
    rectify(found)
  }

  /** @param pictureErrors is filled, where somebody wants to know */
  function learn(pictureErrors?: Float32Array) {
    silence(errors, found)
    pictureErrors?.fill(0)
    for (let place = 0; place < places; place++) {
      gather(layer, seenAt[place] as Float32Array, errorsAt[place] as Float32Array)
      if (!pictureErrors) continue
      propagate(layer, errorsAt[place] as Float32Array, back)
      for (let tap = 0, at = place * taps; tap < taps; tap++, at++) {
        const source = sources[at] as number
        pictureErrors[source] = (pictureErrors[source] as number) + (back[tap] as number)
      }
    }
  }
  return { found, errors, see, learn }
}

/** What was zero taught nothing. */
function silence(errors: Float32Array, found: Float32Array) {
  for (let index = 0; index < errors.length; index++) if (found[index] === 0) errors[index] = 0
}
