import { performance } from 'node:perf_hooks'
import { closeDatabase, sql, statement, transaction } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { newShard } from '#lib/core/shard'
import { listEvents } from '#lib/events/list-events'
import { placeEvents } from '#lib/events/place-events'
import { recordEvent } from '#lib/events/record-event'
import { exchangeCode } from '#lib/oauth/token/exchange-code'
import { aCode, aGrant } from '../../e2e/fixtures/grants'

/**
 * What the log costs as it grows: writing an event, placing it, asking for it, and an exchange beside it, at each size.
 * `npm run bench event-log [rows …]`
 */
const sizes = process.argv.slice(2).map(Number)
if (sizes.length === 0) sizes.push(10_000, 1_000_000, 5_000_000)
const ROUNDS = 300
const STEP = 20_000
const OWN_SHARE = 2

// Every second row is the measured company's own; the others are spread over those that there are.
const FILL = statement<object>(
  'bench_fill_events',
  `INSERT INTO events (shard, id, company_id, type, data_sealed, master_key_id, visible_at, position, expires_at)
   SELECT company_shard(whose), 'evt_' || lpad(n::text, 22, '0'), whose, 'alias.enabled', decode(repeat(md5(n::text), 9), 'hex'), 'none',
     clock_timestamp() - interval '1 second', n, clock_timestamp() + interval '30 days'
   FROM generate_series($3::int, $4::int) n, LATERAL (SELECT CASE WHEN n % ${OWN_SHARE} = 0 THEN $1 ELSE $2 END AS whose) of`,
)
const REACHED = statement<object>(
  'bench_log_reached',
  `INSERT INTO event_logs (shard, company_id, last_position) VALUES (company_shard($1), $1, $2) ON CONFLICT (shard, company_id) DO UPDATE SET last_position = excluded.last_position`,
)
const ANALYZE = statement<object>('bench_analyze_events', 'ANALYZE events')
const COUNT = statement<{ count: number }>('bench_count_events', `SELECT count(*)::int AS count FROM events WHERE company_id = $1`)

const { company, app, client, grantId } = await aGrant()
const other = await aGrant()
const companyId = String(company.actor.companyId)
const median = (values: number[]) => values.toSorted((one, two) => one - two)[Math.floor(values.length / 2)] ?? Number.NaN

async function timed(into: number[], work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  into.push(performance.now() - began)
}

async function measure() {
  const [write, place, ask, exchange]: number[][] = [[], [], [], []]
  let after: string | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const { code, verifier } = await aCode(grantId)
    await timed(exchange as number[], () => exchangeCode(client, code, { redirectUri: app.redirect_uri, codeVerifier: verifier }))
    await timed(write as number[], () =>
      transaction((tx) => recordEvent(tx, companyId, newShard(), { type: 'alias.enabled', data: { app_id: newId('app'), sub: 'a' } })),
    )
    await timed(place as number[], () => placeEvents(companyId))
    after ??= await lastId()
    const query = { limit: 50, cursor: undefined, after, type: undefined, app_id: undefined }
    await timed(ask as number[], async () => {
      const page = await listEvents(company.actor, query)
      after = page.data.at(-1)?.id ?? after
    })
  }
  return { write, place, ask, exchange } as Record<string, number[]>
}

const LAST = statement<{ id: string }>(
  'bench_last_event',
  `SELECT id FROM events WHERE shard = company_shard($1) AND company_id = $1 ORDER BY position DESC LIMIT 1`,
)
const lastId = async () => (await sql.query(LAST, [companyId]))[0]?.id

const before = (await sql.query(COUNT, [companyId]))[0]?.count ?? 0
for (let nth = 0; nth < 50; nth++) {
  const { code, verifier } = await aCode(grantId)
  await exchangeCode(client, code, { redirectUri: app.redirect_uri, codeVerifier: verifier })
}
const written = ((await sql.query(COUNT, [companyId]))[0]?.count ?? 0) - before
console.log(`50 exchanges wrote ${written} events`)

let filled = 0
const first: Record<string, number> = {}
for (const size of sizes) {
  for (let from = filled + 1; from <= size; from += STEP) {
    await sql.query(FILL, [companyId, other.company.actor.companyId, 1_000_000_000 + from, 1_000_000_000 + Math.min(size, from + STEP - 1)])
  }
  filled = Math.max(filled, size)
  for (const id of [companyId, other.company.actor.companyId]) await sql.query(REACHED, [id, 1_500_000_000 + filled])
  await sql.query(ANALYZE, [])
  await measure() // warm
  const took = await measure()
  const line = Object.entries(took).map(([what, values]) => {
    const ms = median(values)
    first[what] ??= ms
    return `${what} ${ms.toFixed(2)} ms (${(ms / (first[what] as number)).toFixed(2)}x)`
  })
  console.log(`${size} rows: ${line.join(', ')}`)
}
await closeDatabase()
