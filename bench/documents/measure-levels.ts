import { type Bench, type Examined, examine, frontScene, inTurn, keep, mean, percent, quantile, tally } from './bench'
import type { Format } from './facts'
import { judgeLevel } from './judge-level'
import type { Level } from './levels'
import { inventScene, zoneOf } from './scene'

/** Tesseract is slow: it sees every so manieth picture. */
const TESSERACT_EVERY = 4

/** How much of what is read exactly, level by level and format by format, and what of it reaches `page`. */
export async function measureLevels(bench: Bench) {
  bench.say('format level      pictures  exact  of    wrong | page  unclear  contradicted | zone and page CPU ms   p95 | tesseract.js')
  const readings: Reading[] = []
  for (const format of bench.formats) {
    for (const level of bench.levels) readings.push(...(await measureCell(bench, format, level)))
  }
  for (const by of ['cut', 'surroundings', 'layout'] as const) bench.say(`exact by ${by}: ${shares(readings, by)}`)
}

type Reading = { exact: boolean; cut: string; surroundings: string; layout: string }

function shares(readings: readonly Reading[], by: 'cut' | 'surroundings' | 'layout'): string {
  const names = [...new Set(readings.map((reading) => reading[by]))]
  const groups = names.map((name) => readings.filter((reading) => reading[by] === name))
  return groups.map((group, index) => `${names[index]} ${group.filter(({ exact }) => exact).length}/${group.length}`).join(', ')
}

async function measureCell(bench: Bench, format: Format, level: Level): Promise<Reading[]> {
  const indices = Array.from({ length: bench.count }, (_, index) => index)
  const results = await inTurn(indices, async (index) => {
    const scene = inventScene(format, level, `${bench.seed} ${level} ${format} ${index}`, index)
    const examined = await examine(bench, scene, frontScene(scene))
    const theirs = index % TESSERACT_EVERY === 0 ? await bench.examiner.ask({ reader: 'tesseract', document: examined.image }) : undefined
    noteFailure(examined, format, level, index)
    return { ...examined, theirs: theirs && theirs.lines?.join() === zoneOf(scene).join() }
  })
  const exact = results.filter(isExact)
  const wrong = results.filter(({ answer, scene }) => answer.document.ok && answer.document.reading.mrz.join() !== zoneOf(scene).join())
  const levels = results.map(({ answer }) => judgeLevel(answer.document, answer.front))
  const failures = levels.flatMap((reached) => (reached.level === 'none' ? [reached.failure] : []))
  const shortfalls = levels.flatMap((reached) => (reached.level === 'zone' ? [reached.shortfall] : []))
  const paged = levels.filter(({ level: reached }) => reached === 'page').length
  const costs = results.map(({ answer }) => answer.cpu.read + answer.cpu.front)
  const seen = results.filter(({ theirs }) => theirs !== undefined)
  const contradicted = failures.filter((failure) => failure === 'viz_mismatch').length
  const cells = [
    `${format.padEnd(6)} ${level.padEnd(10)} ${String(results.length).padStart(8)} ${percent(exact.length, results.length)} ${String(exact.length).padStart(4)} ${String(wrong.length).padStart(6)}`,
    `${percent(paged, results.length)} ${percent(shortfalls.length, results.length)} ${percent(contradicted, results.length)}`,
    `${mean(costs).toFixed(0).padStart(6)} ${quantile(costs, 0.95).toFixed(0).padStart(6)}`,
    `${seen.filter(({ theirs }) => theirs).length} of ${seen.length}`,
    `not read: ${tally(failures) || 'none'}; short of page: ${tally(shortfalls) || 'none'}`,
  ]
  bench.say(cells.join(' | '))
  return results.map((result) => ({
    exact: isExact(result),
    cut: result.scene.print.cut,
    surroundings: result.scene.surroundings,
    layout: `${format} ${result.scene.layout.issuer}`,
  }))
}

/** The zone is right, whatever was thought of the page. */
const isExact = ({ answer, scene }: Examined) => answer.document.ok && answer.document.reading.mrz.join() === zoneOf(scene).join()

function noteFailure(examined: Examined, format: Format, level: Level, index: number) {
  const { answer, scene, image, front, bulge } = examined
  if (isExact(examined) && judgeLevel(answer.document, answer.front).level === 'page') return
  const reached = judgeLevel(answer.document, answer.front)
  const what = reached.level === 'none' ? reached.failure : isExact(examined) ? `short-${reached.level === 'zone' ? reached.shortfall : ''}` : 'WRONG'
  const name = `${format}-${level}-${index}-${what}-bulge${bulge.toFixed(1)}-lens${scene.shot.view.lens.toFixed(0)}-${scene.surroundings}-${scene.print.cut}`
  keep('levels', name, image)
  if (front) keep('levels', `${name}-front`, front)
}
