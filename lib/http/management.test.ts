import { afterAll, describe, expect, it } from 'vitest'
import { createCompany } from '#lib/companies/create-company'
import { issueApiKey } from '#lib/companies/issue-api-key'
import { closeDatabase } from '#lib/core/db'
import { newId, randomBase62 } from '#lib/core/random-id'
import { admitRequest } from '#lib/ratelimit/store'
import { OPERATIONS } from './endpoints/openapi'
import { openApiDocument } from './openapi'
import { ROUTES } from './routes'

afterAll(closeDatabase)

async function aCompany() {
  const owner = { name: 'Owner', email: `${randomBase62(12)}@company.example`, password: randomBase62(20) }
  const { companyId, staffId } = await createCompany({ name: 'Test', owner })
  return { companyId, ...(await issueApiKey({ companyId, kind: 'staff', id: staffId }, 'Key')) }
}

function call(path: string, key: string, init: RequestInit = {}, params: Record<string, string> = {}) {
  const route = ROUTES.find((one) => one.path === path)
  const address = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...(init.headers as object) }
  return route?.handle(new Request(`http://localhost:3000${address}`, { ...init, headers }), params) as Promise<Response>
}

const body = (name: string) => JSON.stringify({ name, redirect_uris: ['https://a.example/cb'], scopes: ['openid'] })
const create = (key: string, name: string, idempotencyKey: string) =>
  call('/api/v1/apps', key, { method: 'POST', body: body(name), headers: { 'idempotency-key': idempotencyKey } })

describe('Idempotency-Key', () => {
  it('the same request again gets the first status and body without the secret', async () => {
    const { apiKey } = await aCompany()
    const first = await create(apiKey, 'One', 'k')
    const again = await create(apiKey, 'One', 'k')
    expect([first.status, again.status]).toEqual([201, 201])
    const made = (await first.json()) as object
    expect(await again.json()).toEqual({ ...made, client_secret: null })
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
  })

  it('another body under the same key is a conflict', async () => {
    const { apiKey } = await aCompany()
    await create(apiKey, 'One', 'k')
    expect((await create(apiKey, 'Two', 'k')).status).toBe(409)
  })

  it('ten requests at once create one app', async () => {
    const { apiKey } = await aCompany()
    await Promise.all(Array.from({ length: 10 }, () => create(apiKey, 'One', 'k')))
    const list = (await (await call('/api/v1/apps', apiKey)).json()) as { data: unknown[] }
    expect(list.data).toHaveLength(1)
  })

  it('is 1 to 255 printable characters', async () => {
    const { apiKey } = await aCompany()
    expect((await create(apiKey, 'One', 'x'.repeat(256))).status).toBe(400)
    expect((await create(apiKey, 'One', 'x'.repeat(255))).status).toBe(201)
  })
})

describe('request rate', () => {
  it('two keys of one company never get more than the company limit', async () => {
    const company = newId('cmp')
    const keys = [newId('key'), newId('key')]
    const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => admitRequest(company, keys[n % 2] as string, 40, 30)))
    expect(answers.filter((answer) => answer.isAdmitted)).toHaveLength(40)
  })

  it('is told with every answer of an authenticated call, errors too', async () => {
    const { apiKey } = await aCompany()
    for (const answer of [await call('/api/v1/me', apiKey), await call('/api/v1/apps/:id', apiKey, {}, { id: 'app_x' })]) {
      expect(answer.headers.get('ratelimit-policy')).toContain('"company";q=')
      expect(answer.headers.get('ratelimit')).toMatch(/"key";r=\d+;t=\d+/)
    }
    expect((await call('/api/v1/me', 'nothing')).headers.has('ratelimit')).toBe(false)
  })
})

it('a foreign app answers byte for byte like a missing one, on every operation', async () => {
  const [mine, theirs] = [await aCompany(), await aCompany()]
  const foreign = ((await (await create(theirs.apiKey, 'Theirs', 'k')).json()) as { id: string }).id
  for (const { method, path } of OPERATIONS.filter((operation) => operation.path.includes(':id'))) {
    const init = { method, ...(method === 'PATCH' && { body: '{"name":"x"}' }) }
    const answers = await Promise.all([foreign, newId('app')].map((id) => call(path, mine.apiKey, init, { id })))
    expect(answers.map((answer) => answer.status)).toEqual([404, 404])
    const [one, other] = await Promise.all(answers.map((answer) => answer.text()))
    expect(one).toBe(other)
  }
})

it('no answer schema has a field in which a name or an e-mail address could travel', () => {
  const ALLOWED = new Set(
    `id name client_id client_type redirect_uris scopes status created_at updated_at client_secret sub alias legal_name
     registration_number country website verification_status description claims always_granted data next_cursor`.split(/\s+/),
  )
  const fields: string[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    if ('properties' in node) fields.push(...Object.keys(node.properties as object))
    for (const child of Object.values(node)) visit(child)
  }
  const { paths } = openApiDocument(OPERATIONS)
  for (const path of Object.values(paths))
    for (const one of Object.values(path))
      visit((one as { responses: Record<string, unknown> }).responses['200'] ?? (one as { responses: Record<string, unknown> }).responses['201'])
  expect(fields.length).toBeGreaterThan(20)
  expect(fields.filter((field) => !ALLOWED.has(field))).toEqual([])
  const consents = OPERATIONS.find((operation) => operation.id === 'listAuthorizations')?.output
  const row = { sub: 's', alias: 'a@alias.example', scopes: [] }
  expect(consents?.safeParse({ data: [row], next_cursor: null }).success).toBe(true)
  expect(consents?.safeParse({ data: [{ ...row, name: 'Jo' }], next_cursor: null }).success).toBe(false)
})
