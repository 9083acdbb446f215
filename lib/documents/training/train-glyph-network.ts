import { readFile, writeFile } from 'node:fs/promises'
import type { Network } from '../mrz/classify-cell'
import { ALPHABET, type Layer, restoreLayer, type StoredLayer } from '../mrz/layers'
import { seededRandom } from '../specimen/random'
import { bentHand, STRANGE_CHARACTERS, soberHand, strangeHand } from './hands'
import { joinGlyphs, type Making, makeGlyphs } from './make-glyphs'
import { accuracy, trainNetwork } from './train-network'

/**
 * `npm run train:mrz [further]`: makes glyphs, trains both networks and writes their weights. The first learns letters most
 * of which are as printers have them, the others wildly drawn; the other one goes on from the first one's weights, as they
 * are stored, with letters most of which were photographed poorly. `further` leaves out the first. The same seed gives the
 * same files to the last byte (with the pinned versions of Node and sharp).
 */
const SEED = 4242
const FIRST = { wild: 2500, sober: 4500, poor: 0, passes: 3, seed: SEED }
const FURTHER = { wild: 600, sober: 1600, poor: 4500, passes: 2, seed: SEED + 10 }
/** Beside each of the alphabet once: what was mistaken most, as often as it is written here. */
const MISTAKEN = 'MMMMMMHHHHHHNNNNWWWWKKRRXXAAUUOOQQDDGGCCBBEEFFLLIITTJJVVYY001122556688<'
const CHECK_STRIPS = 40
const FILES = { first: 'lib/documents/mrz/glyph-network.json', poor: 'lib/documents/mrz/poor-glyph-network.json' }

const began = performance.now()
const say = (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`)

if (!process.argv.includes('further')) await write(FILES.first, await lessons(FIRST))
const learnt: StoredLayer[] = JSON.parse(await readFile(FILES.first, 'utf8')).layers
const layers = await lessons(FURTHER, networkOf(learnt))
for (const [name, making] of [
  ['wild', { hand: bentHand }],
  ['sober', { hand: soberHand }],
  ['poorly photographed', { hand: soberHand, poor: true }],
  ['strange', { hand: strangeHand, characters: STRANGE_CHARACTERS }],
] as const) {
  const unseen = await makeGlyphs({ strips: CHECK_STRIPS, random: seededRandom(SEED + 1), ...making })
  const [before, now] = [learnt, layers].map((stored) => percent(accuracy(networkOf(stored), unseen)))
  say(`${name}, unseen: ${before} named rightly by the first, ${now} by the other`)
}
await write(FILES.poor, layers)

async function write(file: string, layers: readonly StoredLayer[]) {
  await writeFile(file, `${JSON.stringify({ seed: SEED, layers }, null, 2)}\n`)
  say(`wrote ${file}`)
}

async function lessons({ wild, sober, poor, passes, seed }: typeof FIRST, from?: Network): Promise<StoredLayer[]> {
  const characters = ALPHABET + MISTAKEN
  const makings: Making[] = [
    { strips: wild, hand: bentHand, random: seededRandom(seed), characters },
    { strips: sober, hand: soberHand, random: seededRandom(seed + 2), characters },
    { strips: poor, hand: soberHand, random: seededRandom(seed + 4), characters, poor: true },
  ]
  const glyphs = joinGlyphs(...(await Promise.all(makings.map(makeGlyphs))))
  say(`${glyphs.count} glyphs made`)
  let pass = 0
  const report = (loss: number) => say(`pass ${++pass} of ${passes}, loss ${loss.toFixed(4)}`)
  return trainNetwork(glyphs, { passes, random: seededRandom(seed + 3), report, from }).map(storedLayer)
}

function networkOf(layers: readonly StoredLayer[]): Network {
  return layers.map(restoreLayer) as unknown as Network
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
