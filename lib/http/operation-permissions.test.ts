import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAuditQuery } from '#lib/audit/filter'
import { listAudit } from '#lib/audit/list-audit'
import { issueApiKey } from '#lib/companies/issue-api-key'
import { changeKey } from '#lib/companies/keys/change-key'
import { KEY_PERMISSIONS, type KeyPermission } from '#lib/companies/keys/key-permissions'
import { listApiKeys } from '#lib/companies/list-api-keys'
import { answerKnowing } from '#lib/core/client'
import { closeDatabase } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { newIdOn } from '#lib/core/shard'
import { findRequestLines } from '#lib/request-log/read-store'
import { flushRequestLog } from '#lib/request-log/recorder'
import { OPERATIONS } from './endpoints/openapi'
import { openApiDocument } from './openapi'
import { OPERATION_PERMISSIONS } from './operation-permissions'
import { ROUTES } from './routes'
import { aCaller, bodyOf, type Caller, call } from './test-call'

let caller: Caller
const keys = new Map<KeyPermission, string>()

beforeAll(async () => {
  caller = await aCaller()
  for (const permission of KEY_PERMISSIONS) {
    const { apiKey } = await issueApiKey(caller.actor, permission, null, { permissions: [permission], allowedNetworks: [] })
    keys.set(permission, apiKey)
  }
})
afterAll(closeDatabase)

it('every operation has its line in the table, and there is no line without an operation', () =>
  expect(Object.keys(OPERATION_PERMISSIONS).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted()))

it('the document says of every route what a key needs there, as the table has it', () => {
  const told = Object.values(openApiDocument(OPERATIONS).paths).flatMap(
    (methods) => Object.values(methods) as { operationId: string; security: { apiKey: string[] }[] }[],
  )
  expect(Object.fromEntries(told.map(({ operationId, security }) => [operationId, security.map(({ apiKey }) => apiKey.join())]))).toEqual(
    OPERATION_PERMISSIONS,
  )
})

it('no route of the interfaces answers without a key, but the document', async () => {
  const paths = ROUTES.map(({ path }) => path).filter((path) => /^\/(api\/)?v1\//.test(path) && path !== '/api/v1/openapi.json')
  expect(paths.filter((path) => !OPERATIONS.some((operation) => operation.path === path))).toEqual([])
})

it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('%s is done by keys that may, and by no other', async (id, operation) => {
  const unknown = operation.path.includes('/verifications/') ? newIdOn('ver') : newId(operation.path.includes('/apps/') ? 'app' : 'whk')
  for (const [permission, apiKey] of keys) {
    const answer = await call({ apiKey }, `${operation.method} ${operation.path}`, { id: unknown })
    const body = answer.status === 204 ? {} : await bodyOf(answer)
    const isRefused = answer.status === 403 && body.error === 'insufficient_permission'
    expect([permission, isRefused]).toEqual([permission, !OPERATION_PERMISSIONS[id]?.includes(permission)])
  }
})

const from = (address: string) => ({ socket: { remoteAddress: address }, headers: {} }) as unknown as IncomingMessage

it('a key is taken from its networks alone, and from elsewhere the company reads of it once', async () => {
  const { actor } = await aCaller()
  const { id, apiKey } = await issueApiKey(actor, 'Fenced')
  const statusFrom = (address: string) => answerKnowing(from(address), () => call({ apiKey }, 'GET /api/v1/me')).then(({ status }) => status)
  expect(await statusFrom('203.0.113.9')).toBe(200)
  await changeKey(actor, id, { permissions: ['read'], allowedNetworks: ['192.0.2.0/24', '2001:db8:0:0:0:0:0:0/32'] })
  expect([await statusFrom('203.0.113.9'), await statusFrom('203.0.113.9'), await statusFrom('::ffff:203.0.113.9')]).toEqual([403, 403, 403])
  expect([await statusFrom('192.0.2.77'), await statusFrom('::ffff:192.0.2.77'), await statusFrom('2001:db8:7::1')]).toEqual([200, 200, 200])
  const { lines } = await listAudit(actor.companyId, readAuditQuery({}).filter, undefined)
  expect(lines.filter(({ action }) => action === 'api_key.refused')).toMatchObject([{ place: { network: '203.0.113.0/24' } }])
  expect(lines.find(({ action }) => action === 'api_key.updated')?.changes).toEqual([
    { field: 'permissions', before: [...KEY_PERMISSIONS], after: ['read'] },
    { field: 'allowed_networks', before: [], after: ['192.0.2.0/24', '2001:db8:0:0:0:0:0:0/32'] },
  ])
  expect(JSON.stringify(lines)).not.toContain('203.0.113.9')
  await flushRequestLog()
  const requests = await findRequestLines(actor.companyId, { callerId: id, isFailed: true, code: null }, { before: null, take: 9 })
  expect(requests.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([403, 'network_not_allowed']))
})

it("another company's key, and one that ended, cannot be changed", async () => {
  const [mine, theirs] = [await aCaller(), await aCaller()]
  const terms = { permissions: ['read' as const], allowedNetworks: [] }
  await expect(changeKey(mine.actor, theirs.keyId, terms)).rejects.toMatchObject({ code: 'not_found' })
  expect((await listApiKeys(theirs.actor.companyId))[0]?.permissions).toEqual(KEY_PERMISSIONS)
})
