import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { shardOfCompany } from '#lib/core/shard'
import { aCaller, call } from '../http/test-call'
import { admitRequest } from './store'

afterAll(closeDatabase)

/** Puts the count of a subject as it would be after requests that many seconds ago. */
const COUNT = statement<object>(
  'put_rate_counter',
  `INSERT INTO rate_counters (shard, subject, last_second, counts)
   SELECT $4::smallint, $1, floor(extract(epoch FROM clock_timestamp())), array_agg(CASE WHEN n = $2::int + 1 THEN $3::int ELSE 0 END ORDER BY n) FROM generate_series(1, 61) AS n`,
)

describe('request rate', () => {
  it('two keys of one company never get more than the company limit', async () => {
    const company = newId('cmp')
    const keys = [newId('key'), newId('key')]
    const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => admitRequest(company, keys[n % 2] as string, 40, 30)))
    expect(answers.filter((answer) => answer.isAdmitted)).toHaveLength(40)
  })

  it('one key never gets more than its own limit, however much its company has left', async () => {
    const [company, key] = [newId('cmp'), newId('key')]
    const answers = await Promise.all(Array.from({ length: 60 }, () => admitRequest(company, key, 1000, 30)))
    expect(answers.filter((answer) => answer.isAdmitted)).toHaveLength(30)
  })

  it('the wait is until the oldest counted second leaves the minute', async () => {
    const [company, key] = [newId('cmp'), newId('key')]
    await sql.query(COUNT, [key, 45, 30, shardOfCompany(company)])
    const { isAdmitted, waitSeconds } = await admitRequest(company, key, 1000, 30)
    expect(isAdmitted).toBe(false)
    // 61 − 45; one less when a second passed in between.
    expect([15, 16]).toContain(waitSeconds)
  })

  it('the wait is long enough for both limits when both are reached', async () => {
    const [company, key] = [newId('cmp'), newId('key')]
    await sql.query(COUNT, [company, 55, 40, shardOfCompany(company)])
    await sql.query(COUNT, [key, 20, 30, shardOfCompany(company)])
    const { waitSeconds } = await admitRequest(company, key, 40, 30)
    expect([40, 41]).toContain(waitSeconds)
  })

  it('is told with every answer to a valid key, refusals too, and never without one', async () => {
    const caller = await aCaller()
    for (const answer of [await call(caller, 'GET /api/v1/me'), await call(caller, 'GET /api/v1/apps/:id', { id: 'app_x' })]) {
      expect(answer.headers.get('ratelimit-policy')).toBe('"key";q=600;w=60, "company";q=1200;w=60')
      expect(answer.headers.get('ratelimit')).toMatch(/^"key";r=59\d;t=60, "company";r=119\d;t=60$/)
    }
    expect((await call(null, 'GET /api/v1/me')).headers.has('ratelimit')).toBe(false)
  })
})
