import { type Bench, inTurn, keep, tally } from './bench'
import { judgeLevel } from './judge-level'
import type { Level } from './levels'
import { MEDIA, recapture } from './recapture'
import { inventScene, take } from './scene'

/** How often a screen or a print is noticed, and how often an original is taken for one. Cards' fronts and passports in turn. */
export async function measureRecapture(bench: Bench, count: number) {
  bench.say(`recapture: ${count} pictures each; the sign is a shortfall 'recaptured', or the answer where none was read`)
  const numbers = Array.from({ length: count }, (_, index) => index)
  for (const [name, medium] of Object.entries(MEDIA)) {
    const signs = await inTurn(numbers, async (index) => {
      const scene = inventScene('TD3', 'mild', `${bench.seed} recapture ${index}`, index)
      const perMm = medium.kind === 'screen' && medium.pitch > 0.1 ? 5 + (index % 3) : 7 + (index % 3)
      const shown = { ...scene, print: { ...scene.print, open: false }, shot: { ...scene.shot, view: { ...scene.shot.view, perMm } } }
      return signOf(bench, `${name}-${index}`, (await recapture(bench.studio, shown, medium)).image, true)
    })
    bench.say(`  ${name.padEnd(24)} recaptured ${signs.filter((sign) => sign === 'recaptured').length} of ${count}; answers: ${tally(signs)}`)
  }
  for (const level of ['mild', 'medium', 'hard'] as Level[]) {
    const signs = await inTurn(numbers, async (index) =>
      signOf(
        bench,
        `original-${level}-${index}`,
        (await take(bench.studio, inventScene('TD3', level, `${bench.seed} ${level} TD3 ${index}`, index))).image,
        false,
      ),
    )
    bench.say(
      `  ${`originals, ${level}`.padEnd(24)} recaptured ${signs.filter((sign) => sign === 'recaptured').length} of ${count}; answers: ${tally(signs)}`,
    )
  }
}

async function signOf({ examiner }: Bench, name: string, image: Uint8Array, again: boolean): Promise<string> {
  const { document } = await examiner.ask({ reader: 'engine', document: image })
  const reached = judgeLevel(document, undefined)
  const sign = reached.level === 'none' ? reached.failure : reached.level === 'zone' ? reached.shortfall : 'page'
  if ((sign === 'recaptured') !== again) keep('recapture', `${name}-${sign}`, image)
  return sign
}
