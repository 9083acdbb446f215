import { issueApiKey } from '#lib/companies/issue-api-key'
import { sql, statement } from '#lib/core/db'
import { startOwnServer } from '../fixtures/own-server'
import { expect, test } from '../fixtures/test'
import { aCompany } from '../fixtures/world'

const PER_KEY = 300
const PER_COMPANY = 400
const AT_ONCE = 40

/** As if every request so far had come that many seconds ago, however long they took. */
const AGE = statement<object>(
  'age_rate_counters',
  `UPDATE rate_counters SET last_second = floor(extract(epoch FROM clock_timestamp())),
     counts = (SELECT array_agg(CASE WHEN n = $2::int + 1 THEN used ELSE 0 END ORDER BY n) FROM generate_series(1, 61) AS n,
       LATERAL (SELECT sum(count)::int AS used FROM unnest(rate_counters.counts) AS count) AS total)
   WHERE subject = ANY($1)`,
)

test('two keys of one company at twice the limit, over two processes: what is accepted never exceeds the limit by more than 1%', async () => {
  const settings = { WEB_PROCESSES: '2', API_RATE_PER_KEY: String(PER_KEY), API_RATE_PER_COMPANY: String(PER_COMPANY) }
  const server = await startOwnServer(settings)
  try {
    await expect.poll(() => new Set(server.log().match(/"pid":\d+(?=.*web process ready)/g)).size).toBe(2)
    const company = await aCompany()
    const second = await issueApiKey(company.actor, 'Second key')
    const ask = (key: string) => fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })

    const keys = Array.from({ length: 2 * PER_COMPANY }, (_, n) => (n % 2 ? second.apiKey : company.apiKey))
    const began = performance.now()
    const answers: Response[] = []
    while (keys.length > 0) answers.push(...(await Promise.all(keys.splice(0, AT_ONCE).map(ask))))
    const took = performance.now() - began
    const accepted = answers.filter(({ status }) => status === 200)
    console.log(
      `    ${answers.length} requests in ${Math.round(took)} ms from two keys over two processes: ${accepted.length} accepted, limit ${PER_COMPANY}`,
    )
    const minutes = Math.ceil(took / 60_000)
    expect(accepted.length).toBeLessThanOrEqual(minutes * PER_COMPANY * 1.01)
    expect(accepted.length).toBeGreaterThanOrEqual(PER_COMPANY)

    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBe(answers.length - accepted.length)
    for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe(`"key";q=${PER_KEY};w=60, "company";q=${PER_COMPANY};w=60`)
    for (const { headers } of refused) {
      const wait = Number(headers.get('retry-after'))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(61)
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=\\d+;t=${wait}, "company";r=0;t=${wait}$`))
    }
    const left = accepted.map(({ headers }) => Number(headers.get('ratelimit')?.match(/"company";r=(\d+)/)?.[1]))
    expect(new Set(left)).toEqual(new Set(Array.from({ length: PER_COMPANY }, (_, n) => n)))

    // Another company has limits of its own.
    expect((await ask((await aCompany()).apiKey)).status).toBe(200)

    await sql.query(AGE, [[company.actor.companyId, second.id], 50])
    const tooEarly = await ask(second.apiKey)
    expect(tooEarly.status).toBe(429)
    expect(await tooEarly.json()).toEqual({ error: 'rate_limited', message: expect.stringContaining('seconds') })
    await new Promise((resolve) => setTimeout(resolve, Number(tooEarly.headers.get('retry-after')) * 1000))
    expect((await ask(second.apiKey)).status, 'after Retry-After').toBe(200)
  } finally {
    await server.stop()
  }
})
