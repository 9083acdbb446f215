import stored from './glyph-network.json' with { type: 'json' }
import { evenOut, forward, type Layer, restoreLayer, softmax } from './layers'

const [hiddenLayer, outputLayer] = stored.layers.map(restoreLayer) as [Layer, Layer]

/**
 * How probable each character of the alphabet is, in its order.
 * @param cell grey values, row by row; evened out in place
 */
export function recognise(cell: Float32Array): Float32Array {
  evenOut(cell)
  const hidden = forward(hiddenLayer, cell)
  for (let unit = 0; unit < hidden.length; unit++) if ((hidden[unit] as number) < 0) hidden[unit] = 0
  return softmax(forward(outputLayer, hidden))
}
