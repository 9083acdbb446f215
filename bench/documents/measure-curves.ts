import { type Bench, type Examined, examine, inTurn, keep, mean, tally } from './bench'
import type { Format } from './facts'
import { inventScene, type Scene, zoneOf } from './scene'

type Curve = { name: string; format: Format; points: readonly number[]; set(scene: Scene, value: number): void }

/** One thing gets worse, everything else stays mild and the surroundings plain. */
const CURVES: readonly Curve[] = [
  {
    ...{ name: 'bulge of the lines, % of their length', format: 'TD3', points: [0, 0.5, 1, 1.5, 2, 3, 4] },
    set: ({ shot }, value) => {
      shot.bend = { ...shot.bend, bulge: value, hollow: false }
      shot.view.tiltX = value > 0 ? 12 + 4 * value : 5
    },
  },
  {
    name: 'lens, % at the corners',
    format: 'TD3',
    points: [0, 3, 6, 9],
    set: ({ shot }, value) => {
      shot.view.lens = value
    },
  },
  {
    name: 'blur, mm on the page (deviation)',
    format: 'TD1',
    points: [0.05, 0.15, 0.2, 0.25, 0.3, 0.4],
    set: ({ shot }, value) => {
      shot.finish.blur = value
    },
  },
  {
    name: 'turn, degrees',
    format: 'TD3',
    points: [0, 15, 30, 45, 90, 135, 180],
    set: ({ shot }, value) => {
      shot.view.turn = value
    },
  },
  {
    name: 'tilt, degrees',
    format: 'TD1',
    points: [0, 15, 25, 35, 45],
    set: ({ shot }, value) => {
      shot.view.tiltX = value
    },
  },
  {
    name: 'distance, pixels from character to character',
    format: 'TD1',
    points: [25, 16, 12, 10, 8, 6.5],
    set: ({ shot }, value) => {
      shot.view.perMm = value / 2.54
    },
  },
  {
    ...{ name: 'light, share of full, half of the page in shadow', format: 'TD1', points: [1, 0.6, 0.4, 0.25, 0.15] },
    set: ({ shot }, value) => {
      shot.light.exposure = value
      shot.light.shadow = { depth: 0.5, direction: 20, at: 0, soft: 3 }
    },
  },
]

/** How the rate of exact zones falls as one thing gets worse. */
export async function measureCurves(bench: Bench, count: number) {
  bench.say('curves: exact zones of as many pictures, everything else mild')
  for (const { name, format, points, set } of CURVES) {
    const cells: string[] = []
    for (const value of points) {
      const results = await inTurn(
        Array.from({ length: count }, (_, index) => index),
        (index) => examined(bench, format, name, set, value, index),
      )
      const exact = results.filter(({ answer, scene }) => answer.document.ok && answer.document.reading.mrz.join() === zoneOf(scene).join())
      const failures = results.flatMap(({ answer }) => (answer.document.ok ? [] : [answer.document.failure]))
      const shown = name.startsWith('bulge') ? `${mean(results.map(({ bulge }) => bulge)).toFixed(1)}` : String(value)
      cells.push(`${shown}: ${exact.length}/${count}${failures.length > 0 ? ` (${tally(failures)})` : ''}`)
    }
    bench.say(`  ${format} ${name}: ${cells.join('; ')}`)
  }
}

async function examined(bench: Bench, format: Format, name: string, set: Curve['set'], value: number, index: number): Promise<Examined> {
  const scene = inventScene(format, 'mild', `${bench.seed} curve ${name} ${index}`, index)
  scene.surroundings = 'plain'
  set(scene, value)
  const result = await examine(bench, scene)
  const { document } = result.answer
  if (!document.ok) keep('curves', `${name}-${value}-${index}-${document.failure}`, result.image)
  return result
}
