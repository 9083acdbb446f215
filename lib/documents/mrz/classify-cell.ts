import { ALPHABET, CELL_HEIGHT, CELL_SIZE, CELL_WIDTH, forward, type Layer, rectify } from './layers'
import { look, type Windows, windowsOver } from './windows'

/**
 * Two layers of windows, the same wherever they stand, find edges and then strokes; two more see all of them at once and
 * tell what they make. @see LeCun, Bottou, Bengio and Haffner 1998
 */
export type Network = readonly [edges: Layer, strokes: Layer, forms: Layer, characters: Layer]

/** How many kinds of edges, strokes and forms are told apart. */
export const KINDS = { edges: 12, strokes: 48, forms: 96 }

export const EDGE_WINDOWS = windowsOver({ width: CELL_WIDTH, height: CELL_HEIGHT, channels: 1 }, 5, 2)
export const STROKE_WINDOWS = windowsOver({ width: CELL_WIDTH / 2, height: CELL_HEIGHT / 2, channels: KINDS.edges }, 3, 2)

/** @returns of a cell, evened out, the score of each character of the alphabet */
export function cellClassifier([edgeLayer, strokeLayer, formLayer, characterLayer]: Network): (cell: Float32Array) => Float32Array {
  const values = new Float32Array(CELL_SIZE + 1)
  const edges = slide(edgeLayer, EDGE_WINDOWS)
  const strokes = slide(strokeLayer, STROKE_WINDOWS)
  const forms = new Float32Array(KINDS.forms)
  return (cell) => {
    values.set(cell)
    forward(formLayer, strokes(edges(values)), forms)
    rectify(forms)
    const scores = new Float32Array(ALPHABET.length)
    forward(characterLayer, forms, scores)
    return scores
  }
}

/** Lays a layer over a picture, window by window, into the same memory each time; the last value stays zero. */
function slide(layer: Layer, windows: Windows): (picture: Float32Array) => Float32Array {
  const seen = new Float32Array(windows.places * windows.taps)
  const found = new Float32Array(windows.places * layer.outputs + 1)
  return (picture) => {
    look(windows, picture, seen)
    forward(layer, seen, found)
    rectify(found)
    return found
  }
}
