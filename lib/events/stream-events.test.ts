import { afterAll, expect, it, vi } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { newShard, shardOfCompany } from '#lib/core/shard'
import { purges } from '#lib/purge/store'
import { aCompany, type TestCompany } from '../../e2e/fixtures/world'
import { listEvents } from './list-events'
import { placeEvents } from './place-events'
import { recordEvent } from './record-event'
import { LOOKED_AT } from './store'
import { streamEvents } from './stream-events'

afterAll(closeDatabase)

const WISH = { type: undefined, app_id: undefined, after: undefined, cursor: undefined }

/** Something is told to the company, and stands in its log. */
async function tell({ actor }: TestCompany, type: 'alias.enabled' | 'alias.disabled', app_id = newId('app')): Promise<string> {
  await recordEvent(sql, actor.companyId, newShard(), { type, data: { app_id, sub: 'a' } })
  await placeEvents(actor.companyId)
  return app_id
}

async function follow({ actor }: TestCompany, wish: Partial<Parameters<typeof streamEvents>[1]>, isStillAllowed = async () => true) {
  const over = new AbortController()
  const pieces = (await streamEvents(actor, { ...WISH, ...wish }, isStillAllowed))(over.signal)
  return {
    next: async () => (await pieces.next()).value as string | undefined,
    /** Reads on until a piece has this in it; undefined when the stream ends before. */
    async until(text: string): Promise<string | undefined> {
      for (;;) {
        const { value, done } = await pieces.next()
        if (done) return undefined
        if (value.includes(text)) return value
      }
    },
    async end() {
      over.abort()
      await pieces.return(undefined)
    },
  }
}

const EMPTY = statement<object>('test_empty_log', 'DELETE FROM events WHERE shard = $2 AND company_id = $1')
const EXPIRE = statement<object>('test_expire_log', 'UPDATE events SET expires_at = clock_timestamp() WHERE shard = $2 AND company_id = $1')
const MANY = statement<object>(
  'test_long_log',
  `INSERT INTO outgoing_events (shard, id, company_id, type, data_sealed, master_key_id, visible_at)
   SELECT $3::smallint, 'evt_' || $1 || n, $1, 'test', '', '', clock_timestamp() - interval '1 minute' FROM generate_series(1, $2::int) n`,
)

const list = async ({ actor }: TestCompany, after?: string) =>
  (await listEvents(actor, { limit: 100, cursor: undefined, type: undefined, app_id: undefined, after })).data

const idIn = (piece: string | undefined) => /^id: (.+)$/m.exec(piece ?? '')?.[1]

it('a filtered stream leaves nothing out that gets its place while it looks', async () => {
  const company = await aCompany()
  let [asked, told] = [0, '']
  const stream = await follow(company, { type: ['alias.enabled'] }, async () => {
    asked++
    if (asked === 1) told = await tell(company, 'alias.enabled')
    return asked < 4
  })
  expect(await stream.until('data:')).toContain(told)
  await stream.end()
})

it('a stream names its place before anything is sent, and whoever goes on from there misses nothing', async () => {
  const company = await aCompany()
  const stream = await follow(company, {})
  const id = idIn(await stream.until('id:'))
  await stream.end()
  const meanwhile = await tell(company, 'alias.enabled')
  const again = await follow(company, { lastEventId: id })
  expect(await again.until('data:')).toContain(meanwhile)
  await again.end()
})

it('the log of a company to which nothing ever happened has a place before its first event', async () => {
  const company = await aCompany()
  await sql.query(EMPTY, [company.actor.companyId, shardOfCompany(company.actor.companyId)])
  const stream = await follow(company, {})
  const id = idIn(await stream.until('id:'))
  await stream.end()
  const first = await tell(company, 'alias.enabled')
  expect((await list(company, id)).map(({ data }) => 'app_id' in data && data.app_id)).toEqual([first])
})

it('whoever had the last event goes on behind it after it was purged, and with an older one learns that something is gone', async () => {
  const company = await aCompany()
  for (let nth = 0; nth < 3; nth++) await tell(company, 'alias.enabled')
  const had = await list(company)
  const [last, older] = [had.at(-1)?.id, had.at(-2)?.id]
  await sql.query(EXPIRE, [company.actor.companyId, shardOfCompany(company.actor.companyId)])
  await purges.find(({ table }) => table === 'events')?.removeBatch()
  expect(await list(company, last)).toEqual([])
  const stream = await follow(company, {})
  expect(idIn(await stream.until('id:'))).toBe(last)
  await stream.end()
  const next = await tell(company, 'alias.enabled')
  expect((await list(company, last)).map(({ data }) => 'app_id' in data && data.app_id)).toEqual([next])
  await expect(list(company, older)).rejects.toMatchObject({ code: 'invalid_request' })
})

it('a page that looked at as much as one question does and found nothing says where to go on', async () => {
  const { actor } = await aCompany()
  await sql.query(MANY, [actor.companyId, LOOKED_AT, newShard()])
  await recordEvent(sql, actor.companyId, newShard(), { type: 'alias.enabled', data: { app_id: 'app_last', sub: 'a' } })
  const query = { limit: 10, after: undefined, app_id: undefined, type: ['alias.enabled' as const] }
  const first = await listEvents(actor, { ...query, cursor: undefined })
  expect(first.data).toEqual([])
  const second = await listEvents(actor, { ...query, cursor: first.next_cursor as string })
  expect([second.data.length, second.next_cursor]).toEqual([1, null])
})

it('a slow reader whose key is invalidated is sent no more of what was read before', async () => {
  const company = await aCompany()
  for (let nth = 0; nth < 3; nth++) await tell(company, 'alias.enabled')
  let isAllowed = true
  const stream = await follow(company, { lastEventId: (await list(company))[0]?.id }, async () => isAllowed)
  await stream.until('data:')
  isAllowed = false
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000)
  expect(await stream.until('data:')).toBeUndefined()
  clock.mockRestore()
  await stream.end()
})
