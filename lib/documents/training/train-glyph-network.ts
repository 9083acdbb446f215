import { writeFile } from 'node:fs/promises'
import type { Network } from '../mrz/classify-cell'
import { ALPHABET, type Layer, restoreLayer, type StoredLayer } from '../mrz/layers'
import { seededRandom } from '../specimen/random'
import { bentHand, type Hand, STRANGE_CHARACTERS, soberHand, strangeHand } from './hands'
import { type Glyphs, joinGlyphs, makeGlyphs } from './make-glyphs'
import { accuracy, trainNetwork } from './train-network'

/**
 * `npm run train:mrz [file]`: makes glyphs, trains the network and writes its weights. Most letters are as printers have them,
 * the others wildly drawn. The same seed gives the same file to the last byte (with the pinned versions of Node and sharp).
 */
const SEED = 4242
const STRIPS = { wild: 2500, sober: 4500 }
const PASSES = 3
/** Beside each of the alphabet once: what was mistaken most, as often as it is written here. */
const MISTAKEN = 'MMMMMMHHHHHHNNNNWWWWKKRRXXAAUUOOQQDDGGCCBBEEFFLLIITTJJVVYY001122556688<'
const CHECK_STRIPS = 40

const target = process.argv.find((word) => word.endsWith('.json')) ?? 'lib/documents/mrz/glyph-network.json'
const began = performance.now()
const say = (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`)

const wild = await makeGlyphs(STRIPS.wild, { hand: bentHand, random: seededRandom(SEED), characters: ALPHABET + MISTAKEN })
const sober = await makeGlyphs(STRIPS.sober, { hand: soberHand, random: seededRandom(SEED + 2), characters: ALPHABET + MISTAKEN })
const glyphs = joinGlyphs(wild, sober)
say(`${glyphs.count} glyphs made`)
let pass = 0
const report = (loss: number) => say(`pass ${++pass} of ${PASSES}, loss ${loss.toFixed(4)}`)
const layers = trainNetwork(glyphs, { passes: PASSES, random: seededRandom(SEED + 3), report }).map(storedLayer)
const stored = layers.map(restoreLayer) as unknown as Network
for (const [name, hand, characters] of [
  ['wild', bentHand, ALPHABET],
  ['sober', soberHand, ALPHABET],
  ['strange', strangeHand, STRANGE_CHARACTERS],
] as const) {
  say(`of a ${name} hand, unseen: ${percent(accuracy(stored, await unseenBy(hand, characters)))} named rightly`)
}
await writeFile(target, `${JSON.stringify({ seed: SEED, layers }, null, 2)}\n`)
say(`wrote ${target}`)

function unseenBy(hand: Hand, characters: string): Promise<Glyphs> {
  return makeGlyphs(CHECK_STRIPS, { hand, random: seededRandom(SEED + 1), characters })
}

function percent(share: number) {
  return `${(100 * share).toFixed(2)}%`
}

function storedLayer({ inputs, outputs, weights, biases }: Layer): StoredLayer {
  const rows = Array.from({ length: outputs }, (_, output) => weights.subarray(output * inputs, (output + 1) * inputs))
  const scales = rows.map((row) => rounded(Math.max(...row.map(Math.abs))))
  const bytes = rows.flatMap((row, output) => Array.from(row, (weight) => Math.round((weight * 127) / (scales[output] as number))))
  return { scales, biases: Array.from(biases, rounded), weights: Buffer.from(Int8Array.from(bytes).buffer).toString('base64') }
}

function rounded(value: number) {
  return Number(value.toPrecision(6))
}
