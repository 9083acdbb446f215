import { writeFile } from 'node:fs/promises'
import type { Network } from '../mrz/classify-cell'
import { type Layer, restoreLayer, type StoredLayer } from '../mrz/layers'
import { seededRandom } from '../specimen/random'
import { bentHand, STRANGE_CHARACTERS, strangeHand } from './hands'
import { makeGlyphs } from './make-glyphs'
import { accuracy, trainNetwork } from './train-network'

/**
 * `npm run train:mrz [strips] [passes] [file]`: makes the glyphs, trains the network and writes its weights. The same seed
 * gives the same file to the last byte (with the pinned versions of Node and sharp).
 */
const SEED = 4242
const STRIPS = 2600
const PASSES = 5
const CHECK_STRIPS = 40
const TARGET = 'lib/documents/mrz/glyph-network.json'

const [strips = STRIPS, passes = PASSES] = process.argv.slice(2, 4).map(Number)
const target = process.argv[4] ?? TARGET
const began = performance.now()
const say = (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`)

const glyphs = await makeGlyphs(strips, { hand: bentHand, random: seededRandom(SEED) })
const unseen = await makeGlyphs(CHECK_STRIPS, { hand: bentHand, random: seededRandom(SEED + 1) })
const strange = await makeGlyphs(CHECK_STRIPS, { hand: strangeHand, random: seededRandom(SEED + 1), characters: STRANGE_CHARACTERS })
say(`${glyphs.count} glyphs made`)

let pass = 0
const report = (loss: number) => say(`pass ${++pass} of ${passes}, loss ${loss.toFixed(4)}`)
const network = trainNetwork(glyphs, { passes, random: seededRandom(SEED + 2), report })

const layers = network.map(storedLayer)
const stored = layers.map(restoreLayer) as unknown as Network
const percent = (share: number) => `${(100 * share).toFixed(2)}%`
say(`unseen glyphs named rightly: ${percent(accuracy(network, unseen))}, as stored ${percent(accuracy(stored, unseen))}`)
say(`of a strange hand: ${percent(accuracy(stored, strange))}`)
await writeFile(target, `${JSON.stringify({ seed: SEED, glyphs: glyphs.count, layers }, null, 2)}\n`)
say(`wrote ${target}`)

function storedLayer({ inputs, outputs, weights, biases }: Layer): StoredLayer {
  const rows = Array.from({ length: outputs }, (_, output) => weights.subarray(output * inputs, (output + 1) * inputs))
  const scales = rows.map((row) => rounded(Math.max(...row.map(Math.abs))))
  const bytes = rows.flatMap((row, output) => Array.from(row, (weight) => Math.round((weight * 127) / (scales[output] as number))))
  return { scales, biases: Array.from(biases, rounded), weights: Buffer.from(Int8Array.from(bytes).buffer).toString('base64') }
}

function rounded(value: number) {
  return Number(value.toPrecision(6))
}
