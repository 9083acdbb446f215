import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inBatches, perHash } from './batch'
import { statement } from './db'
import { hashOn } from './shard'

/** Answers a text in capitals, none for an empty one, and says how many were asked for together. */
const shout = inBatches(
  statement<{ nth: number; loud: string; together: number }>(
    'test_shout',
    `SELECT nth::int - 1 AS nth, upper(word) AS loud, cardinality($1::text[]) AS together
     FROM unnest($1::text[]) WITH ORDINALITY AS asked (word, nth) WHERE word <> ''`,
  ),
  (words: string[]) => [words],
)

describe('questions in batches', () => {
  it('answers all who ask in one turn with one statement, each with their own row', async () => {
    expect(await Promise.all(['a', '', 'c', 'a'].map(shout))).toMatchObject([
      { loud: 'A', together: 4 },
      undefined,
      { loud: 'C', together: 4 },
      { loud: 'A', together: 4 },
    ])
  })

  it('asks at once when nobody else does', async () => {
    expect(await shout('alone')).toMatchObject({ loud: 'ALONE', together: 1 })
  })

  it('sends a crowd in parts', async () => {
    const answers = await Promise.all(Array.from({ length: 150 }, (_, index) => shout(`w${index}`)))
    expect(answers.map((row) => row?.loud)).toEqual(Array.from({ length: 150 }, (_, index) => `W${index}`))
    expect(Math.max(...answers.map((row) => row?.together ?? 0))).toBe(64)
  })

  it('lets a question that Postgres cannot take spoil no other', async () => {
    const [good, bad, other] = await Promise.allSettled(['one', 'nul\u0000', 'two'].map(shout))
    expect(good).toMatchObject({ status: 'fulfilled', value: { loud: 'ONE' } })
    expect(bad).toMatchObject({ status: 'rejected' })
    expect(other).toMatchObject({ status: 'fulfilled', value: { loud: 'TWO' } })
  })

  it('believes of two answers to one question the one that knows more, whichever comes first', async () => {
    const where = inBatches(
      statement<{ nth: number; app: string; person: string | null }>(
        'test_knows_more',
        `SELECT 0 AS nth, 'app' AS app, person FROM unnest($1::text[]) AS asked (first), LATERAL (VALUES (first), (nullif('Jo', first))) AS known (person)`,
      ),
      (first: (string | null)[]) => [first],
    )
    expect(await where('Jo')).toMatchObject({ person: 'Jo' })
    expect(await where(null)).toMatchObject({ person: 'Jo' })
  })

  it('lists every hash of a question with its place and what goes with it', () => {
    const [one, two, three] = [7, 7, 9].map((shard) => hashOn(shard, randomBytes(32))) as [Buffer, Buffer, Buffer]
    const questions = [
      { hashes: [one, two], of: 'a' },
      { hashes: [], of: 'b' },
      { hashes: [three], of: 'c' },
    ]
    expect(perHash<(typeof questions)[number]>('of')(questions)).toEqual([
      [7, 7, 9],
      [one, two, three],
      [0, 0, 2],
      ['a', 'a', 'c'],
    ])
  })
})
