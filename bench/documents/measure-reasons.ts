import sharp from 'sharp'
import type { DocumentFailure } from '#lib/documents/types'
import { type Bench, inTurn, keep, tally } from './bench'
import type { Format } from './facts'
import { photograph, type Sheet } from './photograph'
import { createRandom } from './random'
import { drawSheet, inventScene, type Scene, tableOf, take, zoneOf } from './scene'
import type { Studio } from './studio'
import { taken } from './taken'

type Fault = {
  expected: DocumentFailure | 'none'
  formats: readonly Format[]
  change?(scene: Scene, seed: string): void
  take?(studio: Studio, scene: Scene): Promise<Uint8Array>
}

const ALL: readonly Format[] = ['TD3', 'TD1', 'TD2']

/** Pictures that have one fault and no other; `whole` has none. */
const FAULTS: Record<string, Fault> = {
  whole: { expected: 'none', formats: ALL },
  blurry: {
    expected: 'image_blurry',
    formats: ALL,
    change: ({ shot }) => {
      shot.finish.blur = 0.55
    },
  },
  glare: {
    ...{ expected: 'glare', formats: ALL },
    change: ({ shot, layout }, seed) => {
      const random = createRandom(seed)
      const half = layout.format === 'TD3' ? 44 : layout.format === 'TD2' ? 37 : 27
      shot.light.glares = [{ x: random.between(-25, 15), y: half - 11, width: random.between(8, 14), height: random.between(6, 9), strength: 3 }]
    },
  },
  cropped: {
    ...{ expected: 'document_cropped', formats: ALL },
    change: ({ shot }) => {
      shot.view.turn = 0
      shot.shift = [0, 0]
      shot.margin = 0.08
    },
    take: async (studio, scene) => {
      const { image, width, height } = await take(studio, scene)
      const kept = Math.round(width * 0.78)
      const left = createRandom(`${scene.seed} crop`).chance(0.5) ? 0 : width - kept
      return sharp(image).extract({ left, top: 0, width: kept, height }).jpeg({ quality: 90 }).toBuffer()
    },
  },
  'too small': {
    expected: 'image_too_small',
    formats: ALL,
    change: ({ shot }) => {
      shot.view.perMm = 2.1
    },
  },
  'no zone': {
    expected: 'mrz_not_found',
    formats: ALL,
    change: ({ print }) => {
      print.zone = []
    },
  },
  visa: { expected: 'document_type_not_supported', formats: ['MRV-A', 'MRV-B'] },
  expired: {
    expected: 'document_expired',
    formats: ALL,
    change: ({ facts }) => {
      facts.expiryDate = `2023${facts.expiryDate.slice(4)}`
    },
  },
  'two documents': { expected: 'multiple_documents', formats: ALL, take: takeTwo },
  'a digit changed': {
    ...{ expected: 'mrz_check_failed', formats: ALL },
    change: (scene) => {
      const lines = [...zoneOf(scene)]
      const row = scene.layout.format === 'TD1' ? 1 : 1
      const at = scene.layout.format === 'TD1' ? 4 : 17
      const line = lines[row] as string
      lines[row] = line.slice(0, at) + ((Number(line[at]) + 4) % 10) + line.slice(at + 1)
      scene.print.zone = lines
    },
  },
}

/** Two of one kind on a table, one under the other. */
async function takeTwo(studio: Studio, scene: Scene): Promise<Uint8Array> {
  const second = inventScene(scene.layout.format, 'mild', `${scene.seed} second`, 0, [scene.layout])
  for (const one of [scene, second]) one.print.open = false
  const { image } = await taken(['two', scene, second], async () => {
    const [upper, lower] = [await drawSheet(studio, scene, 9), await drawSheet(studio, second, 9)]
    return photograph(await under(upper, lower), await tableOf(studio, scene), { ...scene.shot, bend: { ...scene.shot.bend, bulge: 0 } })
  })
  return image
}

async function under(upper: Sheet, lower: Sheet): Promise<Sheet> {
  const { width, height } = upper.pixels
  const gap = 60
  const canvas = sharp({ create: { width, height: 2 * height + gap, channels: 3, background: '#5a4433' } }).composite(
    [upper, lower].map(({ pixels }, index) => ({
      input: Buffer.from(pixels.data),
      raw: { width, height: pixels.height, channels: 3 as const },
      left: 0,
      top: index * (height + gap),
    })),
  )
  const { data, info } = await canvas.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return {
    pixels: { data, width: info.width, height: info.height },
    width: upper.width,
    height: (upper.height * info.height) / height,
    above: 0,
    corner: 0,
  }
}

/** Each reason: how often it is given where it is true, and where another is. */
export async function measureReasons(bench: Bench, count: number) {
  const rows: { name: string; expected: string; given: string[] }[] = []
  for (const [name, fault] of Object.entries(FAULTS)) {
    const given = await inTurn(
      Array.from({ length: count }, (_, index) => index),
      (index) => reasonOf(bench, name, fault, index),
    )
    rows.push({ name, expected: fault.expected, given })
  }
  bench.say(`reasons: ${count} pictures with each fault and no other`)
  for (const { name, expected, given } of rows) {
    const others = rows.filter((row) => row.expected !== expected).flatMap((row) => row.given)
    const wrongly = expected === 'none' ? '' : `; given to ${others.filter((reason) => reason === expected).length} of ${others.length} without it`
    bench.say(
      `  ${name.padEnd(16)} ${`${given.filter((reason) => reason === expected).length} of ${given.length} ${expected}`.padEnd(40)}${wrongly}; answers: ${tally(given)}`,
    )
  }
}

async function reasonOf(bench: Bench, name: string, fault: Fault, index: number): Promise<string> {
  const seed = `${bench.seed} reason ${name} ${index}`
  const scene = inventScene(fault.formats[index % fault.formats.length] as Format, 'mild', seed, index)
  fault.change?.(scene, seed)
  const shown = { ...scene, shown: scene.facts }
  const image = fault.take ? await fault.take(bench.studio, shown) : (await take(bench.studio, shown)).image
  const { document } = await bench.examiner.ask({ reader: 'engine', document: image })
  const reason = document.ok ? 'none' : document.failure
  if (reason !== fault.expected) keep('reasons', `${name}-${index}-${reason}-${scene.surroundings}`, image)
  return reason
}
