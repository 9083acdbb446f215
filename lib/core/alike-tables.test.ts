import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { ALIKE } from '../../scripts/lib/shards/tables.mjs'
import { closeDatabase, withDatabase } from './db'

afterAll(closeDatabase)

/** What two databases would each make in their own way. */
const OWN = /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|random|gen_random_uuid|nextval)\s*\(|\bCURRENT_(?:TIMESTAMP|DATE)\b/i

const madeByDatabase = () =>
  withDatabase(
    (db) => db.$queryRaw<{ name: string; made: string }[]>`
      SELECT c.relname || '.' || a.attname AS name, coalesce(pg_get_expr(d.adbin, d.adrelid), 'nextval(') AS made
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relname = ANY(${ALIKE}) AND c.relnamespace = 'public'::regnamespace AND (d.oid IS NOT NULL OR a.attidentity <> '')`,
  )

const referredTo = () =>
  withDatabase(
    (db) => db.$queryRaw<{ child: string; parent: string }[]>`
      SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
      WHERE contype = 'f' AND conrelid::regclass::text = ANY(${ALIKE})`,
  )

/** What a statement writes into such a table: what stands after SET, or what is inserted. */
const WRITTEN = new RegExp(
  `\\bUPDATE\\s+(?:${ALIKE.join('|')})\\b(?:\\s+(?:AS\\s+)?(?!SET\\b)\\w+)?\\s+SET\\b([\\s\\S]*?)(?=\\b(?:FROM|WHERE|RETURNING)\\b|\`|$)` +
    `|\\bINSERT\\s+INTO\\s+(?:${ALIKE.join('|')})\\b([\\s\\S]*?)(?=\\b(?:FROM|WHERE|ON CONFLICT|RETURNING)\\b|\`|$)`,
  'g',
)

const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|testing\//.test(name))

describe('a table that every database has alike', () => {
  it('has nothing that a database makes by itself: each would make another', async () => {
    expect((await madeByDatabase()).filter(({ made }) => OWN.test(made))).toEqual([])
  })

  it('refers to no row that is on one database only', async () => {
    expect((await referredTo()).filter(({ parent }) => !ALIKE.includes(parent))).toEqual([])
  })

  it('is written with the time of one clock, told to all of them', () => {
    const written = files.flatMap((file) =>
      [...readFileSync(`lib/${file}`, 'utf8').matchAll(WRITTEN)].map(([, set, inserted]) => ({ file, text: set ?? inserted ?? '' })),
    )
    expect(written.length).toBeGreaterThan(12)
    expect(written.filter(({ text }) => OWN.test(text))).toEqual([])
  })
})
