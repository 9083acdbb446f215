import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { aCaller } from '#lib/http/test-call'
import { Signet } from './client'
import { SignetError } from './errors'
import { inProcess } from './testing/in-process'

afterAll(closeDatabase)

const ISSUER = 'http://localhost:3000'
const APP = { name: 'Shop', redirect_uris: ['https://shop.example/cb'], scopes: ['email'] }

async function aClient() {
  const { apiKey } = await aCaller()
  const { asked, fetch } = inProcess()
  return { signet: new Signet({ issuer: `${ISSUER}/`, apiKey, fetch }), asked, apiKey, fetch }
}

describe('the client', () => {
  it('asks by method and path, and lists page by page', async () => {
    const { signet } = await aClient()
    const created = await signet.request('POST /api/v1/apps', { body: APP })
    expect(created.client_secret).toMatch(/^sgs_/)
    await signet.request('POST /api/v1/apps', { body: { ...APP, name: 'Second' } })
    const names: string[] = []
    for await (const { name } of signet.list('GET /api/v1/apps', { query: { limit: 1 } })) names.push(name)
    expect(names.toSorted()).toEqual(['Second', 'Shop'])
    expect((await signet.request('GET /api/v1/apps/{id}', { path: { id: created.id } })).client_id).toBe(created.client_id)
  })

  it('tells a refusal with its code, its status and the reference', async () => {
    const { signet } = await aClient()
    const refused = signet.request('POST /api/v1/apps', { body: { ...APP, scopes: ['no_such_scope'] } })
    await expect(refused).rejects.toMatchObject({
      name: 'SignetError',
      code: 'invalid_scope',
      status: 400,
      requestId: expect.stringMatching(/^req_/),
    })
  })

  it('asks again when the answer says so, with the same Idempotency-Key, and no oftener than it is told', async () => {
    const { apiKey, fetch } = await aClient()
    const keys: (string | null)[] = []
    let refusals = 1
    const busy = (async (address: URL, given: RequestInit) => {
      keys.push(new Headers(given.headers).get('idempotency-key'))
      if (refusals-- > 0) return Response.json({ error: 'service_unavailable', message: 'busy' }, { status: 503, headers: { 'retry-after': '0.01' } })
      return fetch(address, given)
    }) as typeof globalThis.fetch
    const signet = new Signet({ issuer: ISSUER, apiKey, fetch: busy, retries: 1 })
    await signet.request('POST /api/v1/apps', { body: APP })
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    refusals = 2
    await expect(signet.request('GET /api/v1/me')).rejects.toBeInstanceOf(SignetError)
  })

  it('never puts the key into what it throws', async () => {
    const { apiKey } = await aClient()
    const away = (async () => Promise.reject(new TypeError('fetch failed'))) as unknown as typeof fetch
    const fault = await new Signet({ issuer: ISSUER, apiKey, fetch: away }).request('GET /api/v1/me').catch((thrown: unknown) => thrown)
    expect(fault).toMatchObject({ code: 'unreachable' })
    expect(JSON.stringify(fault) + String(fault)).not.toContain(apiKey)
  })
})
