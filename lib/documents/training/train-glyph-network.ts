import { readFile, writeFile } from 'node:fs/promises'
import type { Network } from '../mrz/classify-cell'
import { ALPHABET, type Layer, restoreLayer, type StoredLayer } from '../mrz/layers'
import { seededRandom } from '../specimen/random'
import { bentHand, type Hand, STRANGE_CHARACTERS, soberHand, strangeHand } from './hands'
import { type Glyphs, joinGlyphs, makeGlyphs } from './make-glyphs'
import { accuracy, trainNetwork } from './train-network'

/**
 * `npm run train:mrz [further] [file]`: makes glyphs, trains the network and writes its weights. It learns all characters of
 * wildly drawn letters first; then, from the weights as they are stored, mostly those it takes for another, of letters as
 * printers have them. `further` leaves out the first part and goes on from the file that is there. The same seed gives the
 * same file to the last byte (with the pinned versions of Node and sharp).
 */
const SEED = 4242
const FIRST = { strips: 2600, passes: 5 }
const FURTHER = { wild: 400, sober: 1600, passes: 3 }
/** Beside each of the alphabet once: what was mistaken most, as often as it is written here. */
const MISTAKEN = 'MMMMMMHHHHHHNNNNWWWWKKRRXXAAUUOOQQDDGGCCBBEEFFLLIITTJJVVYY001122556688<'
const CHECK_STRIPS = 40
const TARGET = 'lib/documents/mrz/glyph-network.json'

const further = process.argv.includes('further')
const target = process.argv.find((word) => word.endsWith('.json')) ?? TARGET
const began = performance.now()
const say = (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`)

const learnt = further ? await restored() : firstLessons(await makeGlyphs(FIRST.strips, { hand: bentHand, random: seededRandom(SEED) }))
const wild = await makeGlyphs(FURTHER.wild, { hand: bentHand, random: seededRandom(SEED + 3), characters: ALPHABET + MISTAKEN })
const sober = await makeGlyphs(FURTHER.sober, { hand: soberHand, random: seededRandom(SEED + 4), characters: ALPHABET + MISTAKEN })
const layers = lessons(joinGlyphs(wild, sober), FURTHER.passes, SEED + 5, learnt)
const stored = networkOf(layers)
for (const [name, hand, characters] of [
  ['wild', bentHand, ALPHABET],
  ['sober', soberHand, ALPHABET],
  ['strange', strangeHand, STRANGE_CHARACTERS],
] as const) {
  const unseen = await unseenBy(hand, characters)
  say(`of a ${name} hand, unseen: ${percent(accuracy(learnt, unseen))} before, ${percent(accuracy(stored, unseen))} named rightly`)
}
await writeFile(target, `${JSON.stringify({ seed: SEED, layers }, null, 2)}\n`)
say(`wrote ${target}`)

function firstLessons(glyphs: Glyphs): Network {
  return networkOf(lessons(glyphs, FIRST.passes, SEED + 2))
}

async function restored(): Promise<Network> {
  return networkOf(JSON.parse(await readFile(TARGET, 'utf8')).layers)
}

function lessons(glyphs: Glyphs, passes: number, seed: number, from?: Network): StoredLayer[] {
  say(`${glyphs.count} glyphs made`)
  let pass = 0
  const report = (loss: number) => say(`pass ${++pass} of ${passes}, loss ${loss.toFixed(4)}`)
  return trainNetwork(glyphs, { passes, random: seededRandom(seed), report, from }).map(storedLayer)
}

function networkOf(layers: readonly StoredLayer[]): Network {
  return layers.map(restoreLayer) as unknown as Network
}

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
