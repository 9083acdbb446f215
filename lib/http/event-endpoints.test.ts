import { afterAll, expect, it } from 'vitest'
import { updateApp } from '#lib/apps/update-app'
import { invalidateApiKey } from '#lib/companies/invalidate-api-key'
import { issueApiKey } from '#lib/companies/issue-api-key'
import { closeDatabase } from '#lib/core/db'
import { MAX_STREAMS } from '#lib/events/stream-events'
import { aCompany, anApp } from '../../e2e/fixtures/world'
import { aCaller, bodyOf, type Caller, call } from './test-call'

afterAll(closeDatabase)

type Event = { id: string; type: string; data: { app_id: string } }
type Page = { data: Event[]; next_cursor: string | null; error?: string }

const ask = async (caller: Caller, query = '') => bodyOf<Page>(await call(caller, 'GET /api/v1/events', { query }))
const rename = (caller: Caller, id: string) => updateApp(caller.actor, id, { name: `Name ${Math.random()}`.slice(0, 20) })

async function aBusyCompany() {
  const caller = await aCaller()
  const company = { ...caller, name: '', email: '', password: '' }
  const apps = [await anApp(company), await anApp(company)] as const
  return { caller, apps }
}

async function open(caller: Caller, query = '', headers: Record<string, string> = {}) {
  const answer = await call(caller, 'GET /api/v1/events', { query, headers: { accept: 'text/event-stream', ...headers } })
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  return {
    answer,
    /** Reads on until so many events have come, or the stream ends. */
    async events(count: number): Promise<string[]> {
      const found = () => [...text.matchAll(/^event: (.+)$/gm)].map(([, type]) => type as string)
      while (found().length < count) {
        const { done, value } = await reader.read()
        if (done) break
        text += new TextDecoder().decode(value)
      }
      return found()
    },
    lastId: () => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] as string,
    end: () => reader.cancel(),
  }
}

it('pages go from the oldest event to the newest, each once, and a filter leaves out what does not fit', async () => {
  const { caller, apps } = await aBusyCompany()
  const all = (await ask(caller)).data
  expect(all.map(({ type }) => type)).toEqual(['company.created', 'api_key.created', 'app.created', 'app.created'])
  const pages: Event[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page = await ask(caller, `?limit=1${cursor && `&cursor=${cursor}`}`)
    expect(page.data).toHaveLength(1)
    pages.push(...page.data)
    cursor = page.next_cursor
  }
  expect(pages).toEqual(all)
  expect((await ask(caller, '?type=api_key.created,app.updated')).data).toEqual([all[1]])
  expect((await ask(caller, `?app_id=${apps[1].id}`)).data).toEqual([all[3]])
  expect((await ask(caller, `?after=${all[2]?.id}`)).data).toEqual([all[3]])
  expect((await ask(caller, `?after=${all[3]?.id}`)).data).toEqual([])
})

it('another company has none of them, and their ids mean nothing to it', async () => {
  const [one, other] = [await aCaller(), await aCaller()]
  const foreign = (await ask(other)).data[0]?.id
  expect((await ask(one)).data.map(({ id }) => id)).not.toContain(foreign)
  expect(await ask(one, `?after=${foreign}`)).toMatchObject({ error: 'invalid_request' })
  const { next_cursor } = await ask(other, '?limit=1')
  expect(await ask(one, `?cursor=${next_cursor}`)).toMatchObject({ error: 'invalid_request' })
  for (const query of ['?type=no.such', '?type=', '?after=a&cursor=b', '?cursor=a']) {
    expect(await ask(one, query), query).toMatchObject({ error: 'invalid_request' })
  }
})

it('a stream begins with what happens next, and goes on after the event that Last-Event-ID names', async () => {
  const { caller, apps } = await aBusyCompany()
  const stream = await open(caller)
  expect(stream.answer.headers.get('content-type')).toBe('text/event-stream')
  await rename(caller, apps[0].id)
  expect(await stream.events(1)).toEqual(['app.updated'])
  await stream.end()
  await rename(caller, apps[1].id)
  await issueApiKey(caller.actor, 'Another')
  const again = await open(caller, '', { 'last-event-id': stream.lastId() })
  expect(await again.events(2)).toEqual(['app.updated', 'api_key.created'])
  await again.end()
  const filtered = await open(caller, `?type=api_key.created&after=${stream.lastId()}`)
  expect(await filtered.events(1)).toEqual(['api_key.created'])
  await issueApiKey(caller.actor, 'A third')
  expect(await filtered.events(2)).toEqual(['api_key.created', 'api_key.created'])
  await filtered.end()
})

it('a stream ends when its key is invalidated, before the next event', async () => {
  const caller = await aCaller()
  const stream = await open(caller)
  await invalidateApiKey(caller.actor, caller.keyId)
  expect(await stream.events(1)).toEqual([])
})

it('a company has so many streams and no more; one that ends makes room', async () => {
  const company = await aCompany()
  const caller = { ...company, keyId: '' }
  const streams = []
  for (let count = 0; count < MAX_STREAMS; count++) {
    const stream = await open(caller)
    await rename(caller, (await anApp(company)).id)
    await stream.events(1)
    streams.push(stream)
  }
  const refused = await call(caller, 'GET /api/v1/events', { headers: { accept: 'text/event-stream' } })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  await streams[0]?.end()
  const next = await open(caller)
  expect(next.answer.status).toBe(200)
  await next.end()
  for (const stream of streams) await stream.end()
})
