import { cellClassifier, type Network } from './classify-cell'
import stored from './glyph-network.json' with { type: 'json' }
import { evenOut, restoreLayer, softmax } from './layers'

const classify = cellClassifier(stored.layers.map(restoreLayer) as unknown as Network)

/**
 * How probable each character of the alphabet is, in its order.
 * @param cell grey values, row by row; evened out in place
 */
export function recognise(cell: Float32Array): Float32Array {
  evenOut(cell)
  return softmax(classify(cell))
}
