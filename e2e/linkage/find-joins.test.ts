import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { findJoins } from './find-joins'
import { flatten } from './flatten'
import { View } from './observation'

const PEOPLE = 20

/** Random numbers that are the same in every run. */
function randomOf(seed: string) {
  let count = 0
  const bytes = () => createHash('sha256').update(`${seed} ${count++}`).digest()
  const upTo = (limit: number) => bytes().readUIntBE(0, 6) % limit
  return {
    upTo,
    id: (prefix: string) => `${prefix}_${bytes().toString('base64url').replace(/[-_]/g, 'x').slice(0, 22)}`,
    shuffled: <Item>(items: readonly Item[]) =>
      items
        .map((item) => [upTo(2 ** 40), item] as const)
        .sort(([a], [b]) => a - b)
        .map(([, item]) => item),
  }
}

type Random = ReturnType<typeof randomOf>
const START = 1_790_000_000

/** What an app is told of a person that says nothing: random ids, its own times, states of everybody and of some. */
const harmless = (random: Random) => ({
  sub: random.id('sub'),
  alias: `${random.id('a').toLowerCase()}@alias.example`,
  iat: START + random.upTo(40),
  at: new Date((START + random.upTo(86_400 * 3)) * 1000).toISOString(),
  left: random.upTo(100),
  scope: 'openid email',
  answers: Array.from({ length: 8 }, () => (random.upTo(5) === 0 ? '450' : '250')),
  status: random.upTo(2) === 0 ? 'verified' : 'created',
  message: `Expires in ${random.upTo(4)} days`,
})

/** @param random the same for both apps; `own`: another for each */
type Leak = (person: number, random: Random, own: Random, app: string) => object

/** Two apps' views of the same people: what the leak makes of the same random numbers, beside what says nothing. */
function twoApps(seed: string, leak: Leak): [View[], View[]] {
  const app = (name: string) => {
    const own = randomOf(`${seed} ${name}`)
    return Array.from({ length: PEOPLE }, (_, person) =>
      new View().add(flatten('body', { ...harmless(own), ...leak(person, randomOf(`${seed} ${person}`), own, name) })),
    )
  }
  return [app('a'), app('b')]
}

const LEAKS: [what: string, leak: Leak, kind: string][] = [
  ['a value', (_, random) => ({ id: random.id('usr') }), 'equal'],
  ['a value inside a list', (_, random, own) => ({ list: own.shuffled([random.id('usr'), own.id('usr'), own.id('usr')]) }), 'equal'],
  [
    'a value in a signed token',
    (_, random, own) => ({ token: `e30.${Buffer.from(JSON.stringify({ n: random.id('u') })).toString('base64url')}.${own.id('s')}` }),
    'equal',
  ],
  ['the middle of an id', (_, random, own) => ({ id: `${own.id('x').slice(0, 9)}${random.id('').slice(1, 12)}${own.id('x').slice(0, 9)}` }), 'piece'],
  ['a time to the second', (_, random) => ({ auth_time: START + random.upTo(86_400 * 3) }), 'equal'],
  [
    'a time, written in another way',
    (_, random, _own, app) => {
      const time = START + random.upTo(86_400 * 3)
      return { t: app === 'a' ? time : new Date(time * 1000).toUTCString() }
    },
    'offset',
  ],
  ['a time to the hour', (_, random, own) => ({ t: START + Math.floor(random.upTo(86_400 * 30) / 3600) * 3600 + own.upTo(3600) }), 'equal'],
  ['a time, roughly', (_, random, own) => ({ t: START + random.upTo(86_400 * 3) - own.upTo(300) }), 'order'],
  ['a time, moved by as much for everybody', (_, random, _own, app) => ({ t: START + random.upTo(86_400 * 3) + (app === 'a' ? 0 : 5000) }), 'offset'],
  ['an order', (person, _, own) => ({ n: person * 1000 + own.upTo(1000) }), 'order'],
  ['an order, the other way round and roughly', (person, _, own) => ({ n: person * -1000 + own.upTo(2500) }), 'order'],
  ['the order of a list', (person) => ({ place: person }), 'order'],
  ['a sequence of answers', (_, random) => ({ rcpt: Array.from({ length: 10 }, () => (random.upTo(2) === 0 ? '450' : '250')) }), 'equal'],
  ['how many answers there are', (person) => ({ rcpt: Array.from({ length: person + 1 }, () => '250') }), 'equal'],
]

it.each(LEAKS)('finds %s that two apps are told of the same person', (_, leak, kind) => {
  const { joins } = findJoins(...twoApps('leak', leak))
  expect(joins.map((join) => join.kind)).toContain(kind)
})

it('finds a value that only some of the people have', () => {
  const [a, b] = twoApps('some', (person, random) => (person < 9 ? { id: random.id('usr') } : {}))
  expect(findJoins(a, b).joins.map(({ here }) => here)).toContain('body.id')
})

it('finds a leak between different fields', () => {
  const [a] = twoApps('fields', (_, random) => ({ first: random.id('usr') }))
  const [, b] = twoApps('fields', (_, random) => ({ second: random.id('usr') }))
  expect(findJoins(a, b).joins[0]).toMatchObject({ kind: 'equal', here: 'body.first', there: 'body.second', hits: PEOPLE })
})

it('finds nothing in 100 pairs of views that have nothing in common', () => {
  for (let run = 0; run < 100; run++) {
    const { joins, tried } = findJoins(...twoApps(`noise ${run}`, () => ({})))
    expect(tried).toBeGreaterThan(100)
    expect(joins, `run ${run}`).toEqual([])
  }
})

it('finds nothing once the people of one app are dealt out anew, whatever leaks', () => {
  for (const [what, leak] of LEAKS) {
    for (let run = 0; run < 4; run++) {
      const [a, b] = twoApps('leak', leak)
      expect(findJoins(a, randomOf(`deal ${run}`).shuffled(b)).joins, what).toEqual([])
    }
  }
})
