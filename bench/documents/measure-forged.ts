import { type Bench, examine, frontScene, inTurn, keep, tally } from './bench'
import { type Facts, type Format, inventFacts, inventNumber } from './facts'
import { ISSUERS, type IssuerName } from './issuers'
import { judgeLevel } from './judge-level'
import { layoutsWithZone } from './layouts'
import { createRandom, type Random } from './random'
import { inventScene, type Scene, zoneOf } from './scene'

/** What of the page is somebody else's, while the zone is right in itself. */
const FORGERIES: Record<string, (facts: Facts, random: Random) => Partial<Facts>> = {
  surname: (facts, random) => ({ surname: other(facts, random, 'surname') }),
  'given names': (facts, random) => ({ givenNames: other(facts, random, 'givenNames') }),
  nationality: (facts, random) => ({ nationality: random.pick((Object.keys(ISSUERS) as IssuerName[]).filter((name) => name !== facts.nationality)) }),
  sex: (facts) => ({ sex: facts.sex === 'F' ? 'M' : 'F' }),
  'birth year': ({ birthDate }) => ({
    birthDate: `${Number(birthDate.slice(0, 4)) + (Number(birthDate.slice(0, 4)) > 1990 ? -13 : 13)}${birthDate.slice(4)}`,
  }),
  'birth day': ({ birthDate }) => ({ birthDate: `${birthDate.slice(0, 8)}${String(((Number(birthDate.slice(8)) + 11) % 27) + 1).padStart(2, '0')}` }),
  'expired page': ({ expiryDate }) => ({ expiryDate: `2024${expiryDate.slice(4)}` }),
  'later expiry': ({ expiryDate }) => ({ expiryDate: `${Number(expiryDate.slice(0, 4)) + 3}${expiryDate.slice(4)}` }),
  'one digit of the number': ({ number }, random) => ({ number: changeDigit(number, random) }),
  'another number': ({ number }, random) => ({ number: inventNumber(random, number.replace(/[A-Z]/g, 'A').replace(/\d/g, '9')) }),
  'all of it': (facts, random) => {
    const { surname, givenNames, birthDate, number, expiryDate, sex } = inventFacts(random, facts.format, facts.issuer)
    return { surname, givenNames, birthDate, number, expiryDate, sex }
  },
}

function other(facts: Facts, random: Random, field: 'surname' | 'givenNames'): string {
  for (;;) {
    const name = inventFacts(random, facts.format, facts.issuer)[field]
    if (name.split(/[ -]/)[0]?.slice(0, 2) !== facts[field].split(/[ -]/)[0]?.slice(0, 2)) return name
  }
}

/** Into a digit that nobody takes for the first one. */
function changeDigit(number: string, random: Random): string {
  const places = [...number].flatMap((character, index) => (/\d/.test(character) ? [index] : []))
  const at = random.pick(places)
  return number.slice(0, at) + ((Number(number[at]) + random.pick([3, 4, 6])) % 10) + number.slice(at + 1)
}

/** `levels` has many more genuine ones; here they only show that the forged ones were readable. */
const GENUINE_EVERY = 3

type Forged = { kind: string; reached: ReturnType<typeof judgeLevel>; genuine: boolean; format: Format }

/**
 * Zones with right digits over another page; a card's zone with another card's front. Photographed mildly, so that nothing
 * but the page itself can be the reason. Beside them some genuine ones.
 */
export async function measureForged(bench: Bench, count: number) {
  const layouts = [...layoutsWithZone('TD3').slice(0, 11), ...layoutsWithZone('TD1'), ...layoutsWithZone('TD2')]
  const kinds = Object.keys(FORGERIES)
  const results = await inTurn(
    Array.from({ length: count }, (_, index) => index),
    async (index): Promise<Forged[]> => {
      const kind = kinds[index % kinds.length] as string
      const layout = layouts[(index + Math.floor(index / kinds.length) * 5) % layouts.length] as (typeof layouts)[number]
      const scene = inventScene(layout.format, 'mild', `${bench.seed} forged ${index}`, 2 * index, [layout])
      const change = FORGERIES[kind]?.(scene.facts, createRandom(`${bench.seed} forger ${index}`)) ?? {}
      const forged: Scene = { ...scene, shown: { ...scene.facts, ...change } }
      const accepted = [await judged(bench, forged, kind, index, false)]
      return index % GENUINE_EVERY === 0 ? [...accepted, await judged(bench, scene, kind, index, true)] : accepted
    },
  )
  report(bench, kinds, results.flat())
}

async function judged(bench: Bench, scene: Scene, kind: string, index: number, genuine: boolean): Promise<Forged> {
  const { answer, image, front } = await examine(bench, scene, frontScene(scene))
  const reached = judgeLevel(answer.document, answer.front)
  const { format, issuer } = scene.layout
  if ((reached.level === 'page') !== genuine) {
    const name = `${genuine ? 'genuine' : 'ACCEPTED'}-${kind}-${format}-${issuer}-${index}-${reached.level === 'none' ? reached.failure : reached.level === 'zone' ? reached.shortfall : ''}`
    keep('forged', name, image)
    if (front) keep('forged', `${name}-front`, front)
    bench.say(`  ${name}: zone ${zoneOf(scene).join(' ')}`)
  }
  return { kind, reached, genuine, format }
}

function report({ say }: Bench, kinds: readonly string[], results: readonly Forged[]) {
  const cell = (list: readonly Forged[]) =>
    `${list.filter(({ reached }) => reached.level === 'page').length} of ${list.length} at page, ${list.filter(({ reached }) => reached.level === 'zone').length} at zone, ${list.filter(({ reached }) => reached.level === 'none').length} refused`
  say('forged pages, right digits throughout; beside them the genuine ones')
  for (const kind of kinds) {
    const of = (genuine: boolean) => results.filter((result) => result.kind === kind && result.genuine === genuine)
    say(`  ${kind.padEnd(24)} ${cell(of(false)).padEnd(46)} | genuine: ${cell(of(true))}`)
  }
  for (const format of ['TD3', 'TD1', 'TD2'])
    say(
      `  ${format.padEnd(24)} ${cell(results.filter((result) => !result.genuine && result.format === format)).padEnd(46)} | genuine: ${cell(results.filter((result) => result.genuine && result.format === format))}`,
    )
  const forged = results.filter(({ genuine }) => !genuine)
  const real = results.filter(({ genuine }) => genuine)
  say(`  forged: ${cell(forged)}; genuine: ${cell(real)}`)
  say(
    `  genuine refused: ${tally(real.flatMap(({ reached }) => (reached.level === 'none' ? [reached.failure] : []))) || 'none'}; short: ${tally(real.flatMap(({ reached }) => (reached.level === 'zone' ? [reached.shortfall] : []))) || 'none'}`,
  )
}
