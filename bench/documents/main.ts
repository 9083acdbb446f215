import { createFigures } from '../lib/figures.mjs'
import type { Bench } from './bench'
import { startExaminer } from './examiner'
import type { Format } from './facts'
import { LEVELS, type Level } from './levels'
import { measureAttacks } from './measure-attacks'
import { measureCurves } from './measure-curves'
import { showFailures } from './measure-failures'
import { measureForged } from './measure-forged'
import { measureLevels } from './measure-levels'
import { measureMemory } from './measure-memory'
import { measurePhotographs } from './measure-photographs'
import { measureReasons } from './measure-reasons'
import { measureRecapture } from './measure-recapture'
import { serveQuestions } from './reader'
import { Studio } from './studio'

/**
 * `npm run bench:documents -- [part …] [--count=6] [--formats=TD3,TD1] [--levels=mild,very-hard] [--seed=1] [--forged=33]
 * [--points=3] [--reasons=4] [--recapture=4] [--attacks=4] [--faces=FOLDER] [--memory=120] [--photographs=FOLDER]`: how much of what kind of photograph is read, at what cost and level, and what is accepted that should not be. Pages are
 * drawn and photographed here and nowhere else: the network that reads has seen neither these cuts of OCR-B nor these
 * layouts. Pictures that failed are left in `dist/bench-documents`. All parts together write `bench/documents.md`.
 */
const PARTS: Record<string, (bench: Bench, options: ReadonlyMap<string, string>) => Promise<void>> = {
  levels: (bench) => measureLevels(bench),
  forged: (bench, options) => measureForged(bench, Number(options.get('forged') ?? 33)),
  curves: (bench, options) => measureCurves(bench, Number(options.get('points') ?? 3)),
  reasons: (bench, options) => measureReasons(bench, Number(options.get('reasons') ?? 4)),
  recapture: (bench, options) => measureRecapture(bench, Number(options.get('recapture') ?? 4)),
  attacks: (bench, options) => measureAttacks(bench, Number(options.get('attacks') ?? 4), options.get('faces')),
  memory: (bench, options) => measureMemory(bench, Number(options.get('memory') ?? 120)),
  photographs: (bench, options) => measurePhotographs(bench, options.get('photographs')),
}

async function main(words: readonly string[]) {
  const options = new Map(words.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=') as [string, string]))
  const parts = words.filter((word) => !word.startsWith('--'))
  const unknown = parts.find((part) => !(part in PARTS))
  if (unknown) throw new Error(`There is no part "${unknown}": choose of ${Object.keys(PARTS).join(', ')}.`)
  const figures = createFigures('Documents')
  const studio = await Studio.open()
  const examiner = startExaminer()
  const bench: Bench = {
    studio,
    examiner,
    say: figures.say,
    count: Number(options.get('count') ?? 6),
    seed: options.get('seed') ?? '1',
    formats: (options.get('formats')?.split(',') ?? ['TD3', 'TD1', 'TD2']) as Format[],
    levels: (options
      .get('levels')
      ?.split(',')
      .map((level) => level.replace('-', ' ')) ?? LEVELS) as Level[],
  }
  for (const [name, measure] of Object.entries(PARTS)) {
    if (parts.length === 0 || parts.includes(name)) await measure(bench, options)
  }
  if (parts.length === 0) {
    figures.write('bench/documents.md')
    await showFailures('bench/documents-failures.jpg')
  }
  examiner.stop()
  await studio.close()
}

// Last, so that everything above is defined.
if (process.argv.includes('reader')) serveQuestions()
else await main(process.argv.slice(2))
