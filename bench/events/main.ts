import { type ChildProcess, fork } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { createCompany } from '#lib/companies/create-company'
import { closeDatabase, sql, statement, transaction } from '#lib/core/db'
import { postOutside } from '#lib/core/outside/post-outside'
import { newId, randomBase62 } from '#lib/core/random-id'
import { newShard } from '#lib/core/shard'
import { placeDueEvents } from '#lib/events/place-events'
import { recordEvent } from '#lib/events/record-event'
import { pushSignals } from '#lib/signals/push-signals'
import { sealSecret } from '#lib/webhooks/secrets'
import { newSigningSecret, signedHeaders } from '#lib/webhooks/signing'
import { WebhookDeliverer } from '#lib/webhooks/webhook-deliverer'

/**
 * How soon events arrive while some addresses hang or refuse, and how many arrive in a second beside the same requests
 * without a queue. `npm run bench events [addresses] [of them sick] [seconds]`
 */
process.env.EMBEDDED = '1'
const [addresses = 1000, sick = 100, seconds = 20] = process.argv.slice(2).map(Number)
const PER_SECOND = 100
const AT_ONCE = 5000

const arrivals = new Map<string, number>()
let sink: ChildProcess | undefined

async function startSink(): Promise<number> {
  sink = fork(fileURLToPath(new URL('sink.mjs', import.meta.url)))
  return new Promise((resolve) =>
    sink?.on('message', (said: { port?: number; id?: string; at?: number }) => {
      if (said.port) resolve(said.port)
      else if (said.id && !arrivals.has(said.id)) arrivals.set(said.id, said.at ?? 0)
    }),
  )
}

const ADD = statement<object>(
  'bench_add_webhook',
  `INSERT INTO webhooks (shard, id, company_id, url, event_types, app_ids, signature, secret_sealed, master_key_id) VALUES (company_shard($2), $1, $2, $3, '{alias.enabled}', $4, 'v1', $5, $6)`,
)

type Address = { companyId: string; appId: string }

/** An address of its own for each app, twenty to a company. */
async function addAddresses(count: number, urlOf: (nth: number) => string): Promise<Address[]> {
  const made: Address[] = []
  let companyId = ''
  for (let nth = 0; nth < count; nth++) {
    if (nth % 20 === 0) companyId = (await createCompany({ name: 'Bench', owner: owner() })).companyId
    const [id, appId] = [newId('whk'), newId('app')]
    const { sealed, masterKeyId } = sealSecret(id, newSigningSecret('v1'))
    await sql.query(ADD, [id, companyId, urlOf(nth), [appId], sealed, masterKeyId])
    made.push({ companyId, appId })
  }
  return made
}

const owner = () => ({ name: 'Owner', email: `${randomBase62(12)}@company.example`, password: randomBase62(20) })

const LAST = statement<{ id: string }>('bench_event_of', `SELECT id FROM outgoing_events WHERE app_id = $1 ORDER BY visible_at DESC LIMIT 1`)

/** Writes an event. @returns its id and when its transaction was over */
async function write({ companyId, appId }: Address): Promise<{ id: string; at: number }> {
  const id = await transaction(async (tx) => {
    await recordEvent(tx, companyId, newShard(), { type: 'alias.enabled', data: { app_id: appId, sub: 'a' } })
    return (await tx.query(LAST, [appId]))[0]?.id ?? ''
  })
  return { id, at: Date.now() }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const pick = <Item>(items: Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
const at = (sorted: number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Events at a steady pace. @returns milliseconds from commit to arrival */
async function steady(healthy: Address[], ill: Address[]): Promise<number[]> {
  const written: Promise<{ id: string; at: number }>[] = []
  const ends = performance.now() + seconds * 1000
  for (let nth = 0; performance.now() < ends; nth++) {
    written.push(write(pick(healthy)))
    if (ill.length > 0 && nth % 5 === 0) void write(pick(ill))
    await pause(1000 / PER_SECOND)
  }
  const all = await Promise.all(written)
  const late = performance.now() + 30_000
  while (all.some(({ id }) => !arrivals.has(id)) && performance.now() < late) await pause(50)
  return all.map((one) => (arrivals.get(one.id) ?? Number.POSITIVE_INFINITY) - one.at).sort((a, b) => a - b)
}

const told = (what: string, delays: number[]) =>
  console.log(`${what}: ${delays.length} events, p50 ${at(delays, 0.5)} ms, p95 ${at(delays, 0.95)} ms, p99 ${at(delays, 0.99)} ms`)

const port = await startSink()
const healthy = await addAddresses(addresses - sick, () => `http://127.0.0.1:${port}/hook`)
const deliverer = new WebhookDeliverer(pushSignals)
const stopping = new AbortController()
let isPlacing = true
const placing = (async () => {
  while (!stopping.signal.aborted) {
    if (isPlacing) await placeDueEvents()
    await pause(150)
  }
})()

await steady(healthy, []) // warm
const alone = await steady(healthy, [])
told(`${addresses - sick} addresses that answer`, alone)

const ill = await addAddresses(sick, (nth) => (nth % 2 === 0 ? `http://127.0.0.1:${port}/hang` : 'http://127.0.0.1:9/refuses'))
for (const address of ill) await write(address)
const beside = await steady(healthy, ill)
told(`the same beside ${sick} that hang or refuse`, beside)
console.log(`p95 beside sick ones: ${(at(beside, 0.95) / at(alone, 0.95)).toFixed(2)} times that alone`)

isPlacing = false
const burst: Promise<{ id: string }>[] = []
for (let nth = 0; nth < AT_ONCE; nth++) {
  burst.push(write(healthy[nth % healthy.length] as Address))
  if (nth % 8 === 7) await Promise.all(burst.slice(-8))
}
const ids = (await Promise.all(burst)).map(({ id }) => id)
const queueBegan = performance.now()
isPlacing = true
while (ids.some((id) => !arrivals.has(id)) && performance.now() - queueBegan < 60_000) await pause(20)
const took = (performance.now() - queueBegan) / 1000
console.log(`queue: ${ids.length} that waited arrived in ${took.toFixed(1)} s, ${Math.round(ids.length / took)} a second`)

const secret = newSigningSecret('v1')
const body = JSON.stringify({
  id: newId('evt'),
  type: 'alias.enabled',
  created_at: '2026-01-01T00:00:00Z',
  api_version: '2026-11-21',
  data: { app_id: newId('app'), sub: 'a' },
})
let left = AT_ONCE
const bareBegan = performance.now()
const lane = async () => {
  while (left-- > 0)
    await postOutside(`http://127.0.0.1:${port}/hook`, signedHeaders([secret], newId('evt'), Math.floor(Date.now() / 1000), body), body, 2048)
}
await Promise.all(Array.from({ length: 48 }, lane))
console.log(`without a queue: ${Math.round(AT_ONCE / ((performance.now() - bareBegan) / 1000))} requests a second`)

stopping.abort()
await placing
sink?.kill()
await deliverer.stop()
await closeDatabase()
