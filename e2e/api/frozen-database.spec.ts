import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { newId } from '#lib/core/random-id'
import { issueSecret } from '#lib/core/secret-token'
import { newShard } from '#lib/core/shard'
import { migrate } from '../../scripts/lib/migrate.mjs'
import { OwnPostgres } from '../fixtures/own-postgres'
import { startService, statusOf } from '../fixtures/service'
import { expect, test } from '../fixtures/test'

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
const client = { client_id: newId('cli'), client_secret: 'x' }
const bearer = { authorization: `Bearer ${issueSecret('sgk').secret}`, 'content-type': 'application/json' }

const REQUESTS: [path: string, init: RequestInit, whileUp: number][] = [
  [
    '/oauth2/token',
    form({ ...client, grant_type: 'authorization_code', code: issueSecret('sgc', newShard()).secret, redirect_uri: 'https://a.example' }),
    401,
  ],
  ['/oauth2/token', form({ ...client, grant_type: 'refresh_token', refresh_token: issueSecret('sgr', newShard()).secret }), 401],
  ['/oauth2/userinfo', { headers: { authorization: `Bearer ${issueSecret('sga', newShard()).secret}` } }, 401],
  ['/oauth2/introspect', form({ ...client, token: 'x' }), 401],
  ['/oauth2/revoke', form({ ...client, token: 'x' }), 401],
  ['/oauth2/par', form(client), 401],
  ['/oauth2/auth?client_id=x', {}, 400],
  [`/verify/${issueSecret('sgv', newShard()).secret}`, { headers: { accept: 'text/html' } }, 404],
  ['/api/v1/me', { headers: bearer }, 401],
  ['/api/v1/apps', { method: 'POST', headers: { ...bearer, 'idempotency-key': 'x' }, body: '{}' }, 401],
]

test('a database that stopped answering is a 503 within six seconds, and nothing once it answers again', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'signet-frozen-'))
  const postgres = await OwnPostgres.start(dataDir)
  await postgres.createDatabase('frozen')
  await migrate(postgres.url('frozen'))
  const service = await startService({ DATABASE_URL: postgres.url('frozen'), LOG_LEVEL: 'silent' })
  const ask = ([address, init]: (typeof REQUESTS)[number]) => fetch(service.url + address, { redirect: 'manual', ...init })
  try {
    for (const request of REQUESTS) expect([request[0], (await ask(request)).status]).toEqual([request[0], request[2]])

    postgres.freeze()
    const began = performance.now()
    await Promise.all(
      REQUESTS.map(async (request) => {
        const response = await ask(request)
        const seconds = (performance.now() - began) / 1000
        expect([request[0], response.status]).toEqual([request[0], 503])
        expect(seconds, request[0]).toBeLessThan(6)
        if (/^\/(oauth2\/auth|verify\/)/.test(request[0])) expect(await response.text()).toContain('temporarily_unavailable')
        else expect(Object.keys((await response.json()) as object)[0]).toBe('error')
      }),
    )
    expect(await statusOf(`${service.opsUrl}/readyz`)).toBe(503)
    expect(await statusOf(`${service.opsUrl}/healthz`)).toBe(200)

    postgres.thaw()
    const thawed = performance.now()
    for (const request of REQUESTS) await expect.poll(async () => (await ask(request)).status).toBe(request[2])
    expect((performance.now() - thawed) / 1000).toBeLessThan(5)
    expect(await statusOf(`${service.opsUrl}/readyz`)).toBe(200)
  } finally {
    postgres.thaw()
    await service.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
