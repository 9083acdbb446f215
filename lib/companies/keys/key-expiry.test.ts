import type { IncomingMessage } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { answerKnowing } from '#lib/core/client'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { aCompany, aMember } from '../../../e2e/fixtures/world'
import { authenticateApiKey } from '../authenticate-api-key'
import { issueApiKey } from '../issue-api-key'
import { listApiKeys } from '../list-api-keys'
import { readKeyDays } from './key-days'
import { tellEndingKeys } from './tell-ending-keys'
import { requireAllowedNetwork } from './use-key'

afterAll(closeDatabase)

const run = <Row extends object>(text: string, values: unknown[]) => sql.query(statement<Row>(`test_${randomBase62(8)}`, text), values)
const endIn = (id: string, interval: string) => run('UPDATE api_keys SET expires_at = clock_timestamp() + $2::interval WHERE id = $1', [id, interval])
async function mailsOf(companyId: string): Promise<number> {
  const staff = await run<{ id: string }>('SELECT id FROM staff_members WHERE company_id = $1', [companyId])
  const ids = staff.map(({ id }) => id)
  return (await run(`SELECT kind FROM outgoing_mails WHERE kind = 'staff_key_ending' AND staff_id = ANY($1)`, [ids])).length
}

it('a key with an end works until then, is refused like an unknown one afterwards, and is shown as one that ran out', async () => {
  const { actor } = await aCompany()
  const { id, apiKey } = await issueApiKey(actor, 'Short', 30)
  expect(await authenticateApiKey(`Bearer ${apiKey}`)).toMatchObject({ id })
  const listed = async () => (await listApiKeys(actor.companyId)).find((key) => key.id === id)
  const days = ((await listed())?.expiresAt?.getTime() ?? 0) / 86_400_000 - Date.now() / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThan(30.1)
  await endIn(id, '-1 second')
  await expect(authenticateApiKey(`Bearer ${apiKey}`)).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await listed()).toMatchObject({ hasExpired: true, invalidatedAt: null })
})

it('owners and admins are told once, seven days before', async () => {
  const company = await aCompany()
  await aMember(company, 'admin')
  await aMember(company, 'developer')
  const { id } = await issueApiKey(company.actor, 'Short', 30)
  await tellEndingKeys()
  expect(await mailsOf(company.actor.companyId)).toBe(0)
  await endIn(id, '6 days')
  await Promise.all([tellEndingKeys(), tellEndingKeys()])
  await tellEndingKeys()
  expect(await mailsOf(company.actor.companyId)).toBe(2)
})

it('the last use tells the network and the library, to the company alone', async () => {
  const { actor, apiKey } = await aCompany()
  const arrival = { socket: { remoteAddress: '203.0.113.77' }, headers: { 'user-agent': 'Go-http-client/2.0' } } as unknown as IncomingMessage
  await answerKnowing(arrival, async () => requireAllowedNetwork(await authenticateApiKey(`Bearer ${apiKey}`), null))
  expect((await listApiKeys(actor.companyId))[0]?.lastPlace).toEqual({ network: '203.0.113.0/24', software: 'Go' })
  const copy = await run<{ row: string }>(
    'SELECT k::text || u::text AS row FROM api_keys k JOIN api_key_uses u ON u.key_id = k.id WHERE company_id = $1',
    [actor.companyId],
  )
  expect(copy).toHaveLength(1)
  expect(JSON.stringify(copy)).not.toContain('203.0.113')
})

it.each([
  [null, null],
  ['', null],
  ['90', 90],
  ['91', undefined],
  ['-1', undefined],
])('%j days can be chosen as %j', (given, days) => expect(readKeyDays(given)).toBe(days))
