import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { ROUTES } from './routes'
import { aCaller, bodyOf, type Caller, call } from './test-call'
import { fromWeb, toWeb } from './web-message'

/** What one reader takes for one thing and another for something else is refused, in the sender's words and never with a 500. */
let caller: Caller
beforeAll(async () => {
  caller = await aCaller()
})
afterAll(closeDatabase)

const LISTS = ['GET /api/v1/apps', 'GET /v1/verifications', 'GET /api/v1/events']
const cursor = (...parts: string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

describe('lists', () => {
  for (const route of LISTS) {
    it.each(['1e1', '0x10', '%207', '7%20', '%2B7', '7.0', '', '007', '1_0', '９'])(`${route} takes no limit of %s`, async (limit) => {
      expect((await call(caller, route, { query: `?limit=${limit}` })).status).toBe(400)
    })
    it.each([
      cursor('2026-01-01T00:00:00.000Z', 'a\0'),
      cursor('2026-01-01T00:00:00.000Z', '\ud800'),
      cursor('+275760-09-13T00:00:00.000Z', 'x'),
      cursor('-271821-04-20T00:00:00.000Z', 'x'),
      cursor('2026', 'x'),
      cursor('\0', '\0'),
      cursor('x'),
      '%00',
    ])(`${route} takes no cursor of %s`, async (text) => {
      const answer = await call(caller, route, { query: `?cursor=${text}` })
      expect([answer.status, (await bodyOf(answer)).error]).toEqual([400, 'invalid_request'])
    })
  }
})

describe('the log of events', () => {
  it.each(['app_id', 'after'])('takes no %s that the database could not hold, neither as a page nor as a stream', async (name) => {
    for (const headers of [{}, { accept: 'text/event-stream' }] as Record<string, string>[]) {
      const answer = await call(caller, 'GET /api/v1/events', { query: `?${name}=%00`, headers })
      expect([answer.status, (await bodyOf(answer)).error]).toEqual([400, 'invalid_request'])
    }
  })
})

describe('JSON bodies', () => {
  const create = (body: string, headers: Record<string, string> = {}) => call(caller, 'POST /api/v1/apps', { body, headers })
  const GOOD = { name: 'Shop', redirect_uris: ['https://shop.example/cb'], scopes: ['email'] }

  it.each([
    ['30,000 lists within each other', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['30,000 lists within a field', `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['9,000 objects within each other', `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`],
    ['a name given twice', `{"name":"A",${JSON.stringify(GOOD).slice(1)}`],
    ['a name given twice in other letters', `{"n\\u0061me":"A",${JSON.stringify(GOOD).slice(1)}`],
  ])('with %s are no JSON of ours', async (_, body) => {
    const answer = await create(body)
    expect([answer.status, (await bodyOf(answer)).error]).toEqual([400, 'invalid_json'])
  })

  it.each(['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"'])('with the name %s are refused', async (name) => {
    expect((await create(JSON.stringify(GOOD).replace('"Shop"', name))).status).toBe(400)
  })

  it.each([
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'identity, br' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json; charset="UTF-16LE"' },
    { 'content-type': 'application/json; charset=utf-8; charset=utf-7' },
    { 'content-type': 'text/json' },
    { 'content-type': 'application/json, text/plain' },
    { 'content-type': '' },
  ])('as %o are unsupported', async (headers) => {
    const answer = await create(JSON.stringify(GOOD), headers as unknown as Record<string, string>)
    expect([answer.status, (await bodyOf(answer)).error]).toEqual([415, 'unsupported_media_type'])
  })

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'APPLICATION/JSON', 'application/json; profile="x; charset"'])(
    'as %s are read',
    async (type) => expect((await create(JSON.stringify(GOOD), { 'content-type': type })).status).toBe(201),
  )
})

describe('forms', () => {
  const post = (path: string, body: BodyInit, headers: Record<string, string>) => {
    const endpoint = ROUTES.find((one) => one.path === path)
    const request = new Request(`http://localhost:3000${path}`, { method: 'POST', body, headers })
    return endpoint?.handle(fromWeb(request), {}).then((reply) => toWeb(reply, request))
  }
  const FORM = 'application/x-www-form-urlencoded'

  it.each([
    ['compressed', gzipSync('grant_type=x'), { 'content-type': FORM, 'content-encoding': 'gzip' }],
    ['in UTF-16', Buffer.from('grant_type=x', 'utf16le'), { 'content-type': `${FORM}; charset=utf-16` }],
  ])('that come %s are refused at the protocol endpoints and on the page', async (_, body, headers) => {
    for (const path of ['/oauth2/token', '/oauth2/introspect', '/oauth2/revoke', '/oauth2/par', '/oauth2/auth', '/oauth2/logout']) {
      const answer = await post(path, new Uint8Array(body), headers)
      expect([path, answer?.status]).toEqual([path, 400])
    }
  })

  it('that name a charset which says the same are read', async () => {
    for (const charset of ['utf-8', 'UTF-8', 'ISO-8859-1', 'us-ascii']) {
      const answer = await post('/oauth2/token', 'grant_type=', { 'content-type': `${FORM}; charset=${charset}` })
      expect([charset, await answer?.json()]).toEqual([charset, expect.objectContaining({ error: 'invalid_client' })])
    }
  })
})

describe('the authorization endpoint', () => {
  const open = (query: string) => {
    const request = new Request(`http://localhost:3000/oauth2/auth?${query}`)
    const endpoint = ROUTES.find((one) => one.path === '/oauth2/auth')
    return endpoint?.handle(fromWeb(request), {})
  }

  it.each(['%00', 'cli_%00', '%01', '%7f'])('takes client_id=%s for one that nobody has, beside others at the same moment', async (clientId) => {
    const answers = await Promise.all([open(`client_id=${clientId}`), open('client_id=x'), open(`client_id=${clientId}`)])
    expect(answers.map((answer) => answer?.status)).toEqual([400, 400, 400])
  })
})
