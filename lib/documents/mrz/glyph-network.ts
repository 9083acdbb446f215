import { cellClassifier, type Network } from './classify-cell'
import stored from './glyph-network.json' with { type: 'json' }
import { evenOut, restoreLayer, type StoredLayer, softmax } from './layers'
import storedForPoor from './poor-glyph-network.json' with { type: 'json' }

const networkOf = (layers: readonly StoredLayer[]) => cellClassifier(layers.map(restoreLayer) as unknown as Network)
const classify = networkOf(stored.layers)
const classifyPoor = networkOf(storedForPoor.layers)

/** What one network names with less than this is shown to the other as well, which has seen more grain and less light. */
const SURE = 0.98

/** What the other network says counts so much where the first is sure: enough to object, not to hesitate with it. */
const OBJECTING = 0.12

/** `poor`: all around the cell is hardly seen, a matter for the other network alone; `letter`: what no check digit tells needs two opinions. */
export type Sight = 'usual' | 'poor' | 'letter'

/**
 * How probable each character of the alphabet is, in its order.
 * @param cell grey values, row by row; evened out in place
 */
export function recognise(cell: Float32Array, sight: Sight = 'usual'): Float32Array {
  evenOut(cell)
  if (sight === 'poor') return softmax(classifyPoor(cell))
  const first = softmax(classify(cell))
  if (sight === 'usual' && Math.max(...first) > SURE) return first
  const second = softmax(classifyPoor(cell))
  const share = Math.max(...first) > SURE ? OBJECTING : 0.5
  return first.map((chance, index) => (1 - share) * chance + share * (second[index] as number))
}
