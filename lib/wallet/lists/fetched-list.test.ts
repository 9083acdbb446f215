import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { createAuthority } from '../specimen/authority'
import { identifierListCwt, statusListCwt, statusListJwt } from '../specimen/status-list'
import { fetchList, statusLists } from './fetched-list'
import { RecentFailures } from './recent-failures'
import { refreshLists } from './refresh-lists'

// The embedded default, where this machine may be asked.
vi.hoisted(() => {
  process.env.EMBEDDED = 'true'
})

let server: Server
let base: string
const asked: string[] = []
const bodies: Record<string, Uint8Array> = {}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const body = bodies[request.url ?? '']
    response.writeHead(body ? 200 : 500).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = await createAuthority('issuer')
  bodies['/jwt'] = await statusListJwt(issuer, `${base}/jwt`, {})
  bodies['/cwt'] = statusListCwt(issuer, `${base}/cwt`, {})
  bodies['/identifiers'] = identifierListCwt(issuer, `${base}/identifiers`, [Buffer.from('gone')])
  bodies['/over'] = await statusListJwt(issuer, `${base}/over`, {}, { exp: 1 })
  bodies['/text'] = Buffer.from('not a list')
})
beforeEach(() => {
  asked.length = 0
})
afterAll(async () => {
  server.close()
  await closeDatabase()
})

const NEVER = new AbortController().signal
const PASS = statement<object>(
  'test_lists_pass',
  `UPDATE fetched_lists SET refresh_at = clock_timestamp(), expires_at = expires_at - $2 * interval '1 second' WHERE uri LIKE $1 || '%'`,
)
/** Time passes for every list of this server. */
const pass = (seconds: number) => sql.query(PASS, [base, seconds])

it.each(['/jwt', '/cwt', '/identifiers'])('%s is fetched once, whole, for all who ask', async (path) => {
  const all = await Promise.all([1, 2, 3].map(() => statusLists(base + path)))
  for (const body of [...all, await statusLists(base + path)]) expect(Buffer.from(body)).toEqual(Buffer.from(bodies[path] as Uint8Array))
  expect(asked).toEqual([path])
})

it.each(['/over', '/text', '/missing'])(
  '%s is asked for once however many present at once or after it, and again after half a minute',
  async (path) => {
    const clock = vi.spyOn(Date, 'now')
    const start = Date.now()
    clock.mockReturnValue(start)
    const all = await Promise.allSettled([1, 2, 3].map(() => statusLists(base + path)))
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    clock.mockReturnValue(start + 29_999)
    await expect(statusLists(base + path)).rejects.toThrow()
    expect(asked).toEqual([path])
    clock.mockReturnValue(start + 30_000)
    await expect(statusLists(base + path)).rejects.toThrow()
    expect(asked).toEqual([path, path])
    clock.mockRestore()
  },
)

it('of failures a thousand are remembered at most, each for half a minute', () => {
  const failures = new RecentFailures()
  for (let nth = 0; nth < 1001; nth++) failures.add(`https://${nth}.example`, new Error(String(nth)), nth)
  expect(failures.find('https://0.example', 1000)).toBeNull()
  expect(failures.find('https://1.example', 1000)).not.toBeNull()
  expect(failures.find('https://1000.example', 30_999)).not.toBeNull()
  expect(failures.find('https://1000.example', 31_000)).toBeNull()
})

it('what was looked at is fetched again before it ends, and what was not is left to end', async () => {
  await statusLists(`${base}/jwt`)
  await statusLists(`${base}/jwt`)
  await pass(0)
  await refreshLists(NEVER)
  expect(asked.filter((path) => path === '/jwt')).toHaveLength(1)
  await pass(0)
  await refreshLists(NEVER)
  expect(asked.filter((path) => path === '/jwt')).toHaveLength(1)
})

it('a list that is over is worth nothing, also while its server is away', async () => {
  await statusLists(`${base}/jwt`)
  const kept = bodies['/jwt'] as Uint8Array
  delete bodies['/jwt']
  expect(Buffer.from(await statusLists(`${base}/jwt`))).toEqual(Buffer.from(kept))
  await pass(3600)
  await expect(statusLists(`${base}/jwt`)).rejects.toMatchObject({ fault: 'bad_status' })
})

it('what failed is asked for again by the worker, and is back for everybody once it is back', async () => {
  await statusLists(`${base}/cwt`)
  await statusLists(`${base}/cwt`)
  const kept = bodies['/cwt'] as Uint8Array
  delete bodies['/cwt']
  await pass(0)
  await refreshLists(NEVER)
  await pass(3600)
  await expect(statusLists(`${base}/cwt`)).rejects.toThrow()
  bodies['/cwt'] = kept
  await expect(statusLists(`${base}/cwt`)).rejects.toThrow()
  await fetchList(`${base}/cwt`, 'status')
  expect(Buffer.from(await statusLists(`${base}/cwt`))).toEqual(Buffer.from(kept))
})
