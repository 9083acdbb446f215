import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { characterValue } from '#lib/documents/mrz/check-digit'
import { LAYOUTS, type Span } from '#lib/documents/mrz/layout'
import { parseMrz } from '#lib/documents/mrz/parse'
import { readMrz } from '#lib/documents/mrz/read-mrz'
import { readDocument } from '#lib/documents/read-document'
import { composeMrz } from '#lib/documents/specimen/compose-mrz'
import { createSpecimen, type Specimen } from '#lib/documents/specimen/create-specimen'
import { inventDocument, inventPerson } from '#lib/documents/specimen/invent'
import { circumstances, type Level } from '#lib/documents/specimen/levels'
import { oneOf, seededRandom } from '#lib/documents/specimen/random'
import type { DocumentFormat } from '#lib/documents/types'
import { closeWordReader } from '#lib/documents/page/read-words'
import { createFigures } from './lib/figures.mjs'
import { readWithTesseract } from './lib/read-with-tesseract'

/**
 * `npm run bench:documents -- [pictures per level] [mild|medium|hard|changed|forged …]`: how much of what kind of
 * photograph is read, at what cost, beside tesseract.js on the same pictures, and whether a changed zone is ever accepted.
 * Every specimen is new: the network has seen glyphs only. All of it writes `bench/documents.md`.
 */
const LEVELS: Level[] = ['mild', 'medium', 'hard']
const FORMATS: DocumentFormat[] = ['TD1', 'TD2', 'TD3']
const FIRST_SEED = 1_000_000
const CHANGED = 312
const FORGED = 60
/** Tesseract is slow: it sees every so manieth picture. */
const TESSERACT_EVERY = 5
const figures = createFigures('Documents')
const today = new Date('2026-11-21T00:00:00Z')

type Engine = 'zone' | 'document' | 'tesseract'
type Request = { engine: Engine; image: Uint8Array }
type Answer = { lines?: string[]; accepted: boolean; cpu: number; memory: number }

/** Reads in a process of its own, so that cost and memory are those of reading alone. */
async function answer({ engine, image }: Request): Promise<Answer> {
  const before = process.cpuUsage()
  const reading = await READERS[engine](image)
  const { user, system } = process.cpuUsage(before)
  return { ...reading, cpu: (user + system) / 1000, memory: process.memoryUsage().rss / 2 ** 20 }
}

const READERS = {
  zone: async (image: Uint8Array) => {
    const { zone, several } = await readMrz(image)
    const parsed = parseMrz(zone?.lines ?? [], { testIssuers: true, today })
    return { lines: zone?.lines, accepted: !several && zone?.agrees === true && zone.certain && parsed.ok }
  },
  document: async (image: Uint8Array) => {
    const result = await readDocument(image, { testIssuers: true, today })
    return { lines: result.ok ? result.reading.mrz : undefined, accepted: result.ok }
  },
  tesseract: async (image: Uint8Array) => {
    const lines = await readWithTesseract(image)
    return { lines, accepted: lines !== undefined && parseMrz(lines, { testIssuers: true, today }).ok }
  },
}

async function main(perLevel: number, parts: readonly string[]) {
  const wanted = (part: string) => parts.length === 0 || parts.includes(part)
  const chosen = LEVELS.filter(wanted)
  if (chosen.length > 0) await measureLevels(chosen, perLevel)
  if (wanted('changed')) await changedZones(FIRST_SEED + 1_000_000)
  if (wanted('forged')) await forgedZones(FIRST_SEED + 2_000_000)
  if (parts.length === 0) figures.write('bench/documents.md')
}

async function measureLevels(levels: readonly Level[], perLevel: number) {
  const reader = startReader()
  figures.say('level     pictures  all exact  accepted wrongly   CPU ms   p95 | tesseract.js: all exact  CPU ms  of')
  for (const level of levels) {
    const [own, theirs] = [new Tally(), new Tally()]
    for (let index = 0; index < perLevel; index++) {
      const seed = FIRST_SEED + LEVELS.indexOf(level) * perLevel + index
      const specimen = await createSpecimen({ format: formatOf(index), seed, today, ...circumstances(level, seed) })
      own.add(await reader.read('zone', specimen.image), specimen)
      if (index % TESSERACT_EVERY === 0) theirs.add(await reader.read('tesseract', specimen.image), specimen)
    }
    figures.say(`${level.padEnd(9)} ${own.line()} | ${theirs.shortLine()}`)
  }
  reader.stop()
}

const formatOf = (index: number) => FORMATS[index % FORMATS.length] as DocumentFormat

function startReader() {
  const child = fork(fileURLToPath(import.meta.url), ['reader'], { serialization: 'advanced' })
  const read = (engine: Engine, image: Uint8Array) =>
    new Promise<Answer>((resolve, reject) => {
      child.once('exit', reject)
      child.once('message', (reply: Answer) => {
        child.off('exit', reject)
        resolve(reply)
      })
      child.send({ engine, image })
    })
  return { read, stop: () => child.disconnect() }
}

class Tally {
  readonly #costs: number[] = []
  #exact = 0
  #wrong = 0

  add({ lines, accepted, cpu }: Answer, { mrz }: Specimen) {
    const same = lines?.join() === mrz.join()
    this.#costs.push(cpu)
    if (accepted && same) this.#exact++
    if (accepted && !same) this.#wrong++
  }

  line() {
    const sorted = [...this.#costs].sort((one, other) => one - other)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
    return `${pad(this.#costs.length, 8)} ${this.#share()} ${pad(this.#wrong, 17)} ${this.#mean()} ${pad(p95, 5)}`
  }

  shortLine = () => `${' '.repeat(11)}${this.#share()} ${this.#mean()} ${pad(this.#costs.length, 4)}`

  #share = () => `${((100 * this.#exact) / this.#costs.length).toFixed(1).padStart(9)}%`

  #mean = () => pad(this.#costs.reduce((sum, cost) => sum + cost, 0) / this.#costs.length, 8)
}

const pad = (value: number, width: number) => value.toFixed(0).padStart(width)

/** One character of a checked field printed otherwise, on otherwise perfect documents. Memory: of reading zones alone. */
async function changedZones(firstSeed: number) {
  const reader = startReader()
  let [accepted, memory] = [0, 0]
  for (let index = 0; index < CHANGED; index++) {
    const seed = firstSeed + index
    const format = formatOf(index)
    const document = inventDocument(format, inventPerson(seed), today, seed)
    const mrz = tamper(composeMrz(document), format, seed)
    const circumstance = circumstances('mild', seed)
    const { image } = await createSpecimen({ format, seed, today, ...circumstance, document, print: { ...circumstance.print, mrz } })
    const result = await reader.read('zone', image)
    if (result.accepted) accepted++
    memory = Math.max(memory, result.memory)
  }
  figures.say(`one character changed: ${accepted} of ${CHANGED} accepted; memory of the reading process at most ${memory.toFixed(0)} MB`)
  reader.stop()
}

function tamper(lines: readonly string[], format: DocumentFormat, seed: number): string[] {
  const random = seededRandom(seed)
  const layout = LAYOUTS[format]
  const protectedSpans: Span[] = [...layout.compositeOver, layout.composite]
  const columns = protectedSpans.flatMap(([row, start, end]) => Array.from({ length: end - start }, (_, index) => [row, start + index] as const))
  const [row, column] = oneOf(random, columns)
  const genuine = lines[row]?.[column] as string
  const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'].filter((other) => characterValue(other) % 10 !== characterValue(genuine) % 10)
  // Letters become letters and digits digits, as a forger would have it.
  const alike = others.filter((other) => /\d/.test(other) === /\d/.test(genuine))
  const changed = oneOf(random, alike)
  return lines.map((line, index) => (index === row ? line.slice(0, column) + changed + line.slice(column + 1) : line))
}

/** A zone whose digits all agree but whose birth date is not that of the page: only the visual zone can tell. */
async function forgedZones(firstSeed: number) {
  const reader = startReader()
  let [accepted, genuine, memory, cpu] = [0, 0, 0, 0]
  for (let index = 0; index < FORGED; index++) {
    const seed = firstSeed + index
    const format = formatOf(index)
    const person = inventPerson(seed, { birthDate: '2010-05-17' })
    const document = inventDocument(format, person, today, seed)
    const forged = composeMrz({ ...document, person: { ...person, birthDate: '1987-05-17' } })
    const circumstance = circumstances('mild', seed)
    const pictures = await Promise.all(
      [forged, composeMrz(document)].map((mrz) =>
        createSpecimen({ format, seed, today, ...circumstance, document, print: { ...circumstance.print, mrz } }),
      ),
    )
    const [fake, real] = [
      await reader.read('document', (pictures[0] as Specimen).image),
      await reader.read('document', (pictures[1] as Specimen).image),
    ]
    if (fake.accepted) accepted++
    if (real.accepted) genuine++
    cpu += real.cpu / FORGED
    memory = Math.max(memory, real.memory)
  }
  figures.say(`zone forged with right digits: ${accepted} of ${FORGED} accepted, the genuine ones: ${genuine} of ${FORGED}`)
  figures.say(`with the visual zone: ${cpu.toFixed(0)} ms CPU a picture, ${memory.toFixed(0)} MB`)
  reader.stop()
}

// Last, so that everything above is defined.
if (process.argv.includes('reader')) {
  process.on('message', (request: Request) => void answer(request).then((reply) => process.send?.(reply)))
  process.on('disconnect', () => void closeWordReader().then(() => process.exit()))
} else {
  const [perLevel = '210', ...parts] = process.argv.slice(2)
  await main(Number(perLevel), parts)
}
