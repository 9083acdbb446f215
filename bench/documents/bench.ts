import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '../../scripts/lib/root.mjs'
import type { Examiner } from './examiner'
import type { Format } from './facts'
import { frontOf } from './layouts'
import type { Level } from './levels'
import { createRandom } from './random'
import type { Answer } from './reader'
import { type Scene, take } from './scene'
import type { Studio } from './studio'

/** What every part of the measurement has in hand. */
export type Bench = {
  studio: Studio
  examiner: Examiner
  say(line: string): void
  /** Pictures of one cell of a table. */
  count: number
  seed: string
  formats: readonly Format[]
  levels: readonly Level[]
}

/** Nothing here is committed. */
export const PICTURES = inProject('dist', 'bench-documents')

export type Examined = { scene: Scene; image: Uint8Array; front?: Uint8Array; bulge: number; answer: Answer }

/** Photographs and reads; for a card with both sides when `front` says whose front. */
export async function examine({ studio, examiner }: Bench, scene: Scene, front?: Scene): Promise<Examined> {
  const { image, bulge } = await take(studio, scene)
  const other = front ? (await take(studio, front)).image : undefined
  return { scene, image, front: other, bulge, answer: await examiner.ask({ reader: 'engine', document: image, front: other }) }
}

/** The same card's front, photographed in the same way from a little elsewhere; undefined for pages of one side. */
export function frontScene(scene: Scene): Scene | undefined {
  const layout = frontOf(scene.layout)
  if (!layout) return undefined
  const random = createRandom(`${scene.seed} front`)
  const { shot } = scene
  const view = { ...shot.view, turn: shot.view.turn + random.between(-4, 4), tiltX: shot.view.tiltX + random.between(-3, 3) }
  const finish = { ...shot.finish, seed: `${shot.finish.seed} front` }
  return { ...scene, layout, print: { ...scene.print, overprint: false }, shot: { ...shot, view, finish } }
}

/** Runs the next one while the one before is still being read: drawing and reading take about as long. */
export async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let before: Promise<R> | undefined
  for (const item of items) {
    const running = work(item)
    if (before) results.push(await before)
    before = running
  }
  if (before) results.push(await before)
  return results
}

/** Puts a picture aside, to be looked at. */
export function keep(part: string, name: string, image: Uint8Array) {
  const folder = join(PICTURES, part)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name.replaceAll(/[^\w.-]+/g, '-')}.jpg`), image)
}

export const percent = (part: number, whole: number) => (whole === 0 ? '     -' : `${((100 * part) / whole).toFixed(1)}%`).padStart(6)
export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
export const quantile = (values: readonly number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length * share)] ?? 0

/** `3 image_blurry, 1 glare`, the most frequent first. */
export function tally(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort((one, other) => other[1] - one[1])
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}
