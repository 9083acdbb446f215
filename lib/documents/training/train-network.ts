import { cellClassifier, EDGE_WINDOWS, KINDS, type Network, STROKE_WINDOWS } from '../mrz/classify-cell'
import { ALPHABET, CELL_SIZE, evenOut } from '../mrz/layers'
import type { Random } from '../specimen/random'
import { learner, type TrainedNetwork } from './learner'
import type { Glyphs } from './make-glyphs'
import { descend, learningLayer, newLayer } from './trained-layer'

const BATCH = 64
/** Of somebody who knows nothing; whoever goes on learning is taught half as hard. */
const RATE = { new: 0.002, further: 0.001 }
const WARM_UP = 300

export type Lessons = { passes: number; random: Random; report: (loss: number) => void; from?: Network }

/**
 * Trains with cross entropy.
 * @param from what goes on learning; a new network without it
 * @param report called after each pass over the glyphs with the mean loss
 */
export function trainNetwork(glyphs: Glyphs, { random, passes, report, from }: Lessons): Network {
  const network = from ? (from.map(learningLayer) as unknown as TrainedNetwork) : newNetwork(random)
  const most = from ? RATE.further : RATE.new
  const learn = learner(network)
  const order = Uint32Array.from({ length: glyphs.count }, (_, index) => index)
  const batches = Math.floor(glyphs.count / BATCH)
  for (let pass = 0; pass < passes; pass++) {
    shuffle(order, random)
    let loss = 0
    for (let batch = 0; batch < batches; batch++) {
      for (const glyph of order.subarray(batch * BATCH, (batch + 1) * BATCH)) loss += learn(cellOf(glyphs, glyph), glyphs.labels[glyph] as number)
      const step = pass * batches + batch + 1
      const rate = most * Math.min(1, step / WARM_UP) * (0.505 + 0.495 * Math.cos((Math.PI * step) / (passes * batches)))
      for (const layer of network) descend(layer, { step, rate, examples: BATCH })
    }
    report(loss / (batches * BATCH))
  }
  return network
}

const newNetwork = (random: Random): TrainedNetwork => [
  newLayer(EDGE_WINDOWS.taps, KINDS.edges, random),
  newLayer(STROKE_WINDOWS.taps, KINDS.strokes, random),
  newLayer(STROKE_WINDOWS.places * KINDS.strokes, KINDS.forms, random),
  newLayer(KINDS.forms, ALPHABET.length, random),
]

/** Share of the glyphs that the network names rightly. */
export function accuracy(network: Network, glyphs: Glyphs): number {
  const classify = cellClassifier(network)
  let right = 0
  for (let glyph = 0; glyph < glyphs.count; glyph++) {
    const scores = classify(cellOf(glyphs, glyph))
    if (scores.indexOf(Math.max(...scores)) === glyphs.labels[glyph]) right++
  }
  return right / glyphs.count
}

function cellOf({ cells }: Glyphs, glyph: number): Float32Array {
  const cell = Float32Array.from(cells.subarray(glyph * CELL_SIZE, (glyph + 1) * CELL_SIZE))
  evenOut(cell)
  return cell
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
