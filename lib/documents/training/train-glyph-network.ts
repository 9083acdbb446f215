import { writeFile } from 'node:fs/promises'
import { type Layer, restoreLayer, type StoredLayer } from '../mrz/layers'
import { seededRandom } from '../specimen/random'
import { makeGlyphs } from './make-glyphs'
import { accuracy, type Network, trainNetwork } from './train-network'

/**
 * `npm run train:mrz`: makes the glyphs, trains the network and writes its weights. The same seed gives the same file to
 * the last byte (with the pinned versions of Node and sharp).
 */
const SEED = 4242
const STRIPS = 1500
const CHECK_STRIPS = 40
const HIDDEN_UNITS = 112
const PASSES = 6
const TARGET = 'lib/documents/mrz/glyph-network.json'

const began = performance.now()
const say = (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`)

const glyphs = await makeGlyphs(STRIPS, seededRandom(SEED))
const unseen = await makeGlyphs(CHECK_STRIPS, seededRandom(SEED + 1))
say(`${glyphs.count} glyphs made`)

let pass = 0
const report = (loss: number) => say(`pass ${++pass} of ${PASSES}, loss ${loss.toFixed(4)}`)
const network = trainNetwork(glyphs, { hiddenUnits: HIDDEN_UNITS, passes: PASSES, random: seededRandom(SEED + 2), report })

const layers = network.map(storedLayer)
const stored = layers.map(restoreLayer) as unknown as Network
say(`unseen glyphs named rightly: ${(100 * accuracy(network, unseen)).toFixed(2)}%, as stored ${(100 * accuracy(stored, unseen)).toFixed(2)}%`)
await writeFile(TARGET, `${JSON.stringify({ seed: SEED, glyphs: glyphs.count, layers }, null, 2)}\n`)
say(`wrote ${TARGET}`)

function storedLayer({ inputs, outputs, weights, biases }: Layer): StoredLayer {
  const rows = Array.from({ length: outputs }, (_, output) => weights.subarray(output * inputs, (output + 1) * inputs))
  const scales = rows.map((row) => rounded(Math.max(...row.map(Math.abs))))
  const bytes = rows.flatMap((row, output) => Array.from(row, (weight) => Math.round((weight * 127) / (scales[output] as number))))
  return { scales, biases: Array.from(biases, rounded), weights: Buffer.from(Int8Array.from(bytes).buffer).toString('base64') }
}

function rounded(value: number) {
  return Number(value.toPrecision(6))
}
