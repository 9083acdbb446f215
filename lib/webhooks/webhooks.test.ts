import { createPublicKey, verify } from 'node:crypto'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '#lib/apps/create-app'
import { updateApp } from '#lib/apps/update-app'
import { resumeCompany, suspendCompany } from '#lib/companies/access/suspend-company'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { placeEvents } from '#lib/events/place-events'
import { EVENT_TYPES, type EventType } from '#lib/events/types'
import { aCompany, anApp, type TestCompany } from '../../e2e/fixtures/world'
import { createWebhookInput } from './contract'
import { createWebhook } from './create-webhook'
import { deleteWebhook } from './delete-webhook'
import { findDueDeliveries, takeDueWebhooks } from './deliver-store'
import { readDelivery, readWebhookPage } from './read-deliveries'
import { getWebhook } from './read-webhooks'
import { resend, resendSince } from './resend'
import { rotateWebhookSecret } from './rotate-webhook-secret'
import { testWebhook } from './test-webhook'
import { aReceiver, type Received } from './testing/a-receiver'
import { whileDelivering } from './testing/while-delivering'
import { updateWebhook } from './update-webhook'

// Only the embedded default sends to this machine.
vi.hoisted(() => {
  process.env.EMBEDDED = '1'
})

afterAll(closeDatabase)
whileDelivering()

const add = (company: TestCompany, url: string, more: object = {}) => createWebhook(company.actor, createWebhookInput.parse({ url, ...more }))
const rename = async (company: TestCompany, id: string) => {
  await updateApp(company.actor, id, { name: `Name ${newId('app').slice(4, 12)}` })
  await placeEvents(company.actor.companyId)
}
const headersOf = ({ headers }: Received) => headers as Record<string, string>
const typesOf = (received: Received[]) => received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
const NOW_DUE = statement<object>(
  'test_webhook_now_due',
  `WITH due AS (UPDATE webhook_deliveries SET due_at = clock_timestamp() WHERE webhook_id = $1 AND due_at IS NOT NULL)
   UPDATE webhooks SET due_at = clock_timestamp(), lease_until = NULL WHERE id = $1`,
)
const dueNow = (id: string) => sql.query(NOW_DUE, [id])
const deliveries = (webhookId: string) =>
  withDatabase((db) =>
    db.webhookDelivery.findMany({ where: { webhookId }, include: { log: { orderBy: { number: 'asc' } } }, orderBy: { createdAt: 'asc' } }),
  )

describe('a request', () => {
  it('is one that the reference verifier of Standard Webhooks takes, and refuses once anything about it is another', async () => {
    const company = await aCompany()
    const receiver = await aReceiver()
    const { secret } = await add(company, receiver.url, { event_types: ['app.created'] })
    const app = await anApp(company)
    await placeEvents(company.actor.companyId)
    await expect.poll(() => receiver.received.length).toBe(1)
    const [got] = receiver.received as [Received]
    const verifier = new Verifier(secret as string)
    expect(verifier.verify(got.body, headersOf(got))).toMatchObject({ type: 'app.created', data: { app_id: app.id } })
    expect(got.headers['webhook-id']).toBe(JSON.parse(got.body).id)
    const refuses = (body: string, headers: Record<string, string>, by = verifier) => expect(() => by.verify(body, headers)).toThrow()
    refuses(got.body.replace('app.created', 'app.updated'), headersOf(got))
    refuses(got.body, { ...headersOf(got), 'webhook-id': newId('evt') })
    refuses(got.body, { ...headersOf(got), 'webhook-timestamp': String(Number(got.headers['webhook-timestamp']) - 600) })
    refuses(got.body, headersOf(got), new Verifier(`whsec_${Buffer.alloc(32).toString('base64')}`))
    receiver.close()
  })

  it('is signed by the old secret and the new one for a day after a rotation', async () => {
    const company = await aCompany()
    const receiver = await aReceiver()
    const { id, secret } = await add(company, receiver.url)
    const next = await rotateWebhookSecret(company.actor, id)
    await testWebhook(company.actor, id, 'app.created')
    await expect.poll(() => receiver.received.filter(({ body }) => body.includes('app.created')).length).toBe(1)
    const got = receiver.received.find(({ body }) => body.includes('app.created')) as Received
    for (const each of [secret, next.secret]) expect(new Verifier(each as string).verify(got.body, headersOf(got))).toBeTruthy()
    receiver.close()
  })

  it('is signed by every secret of the last day, however often it was rotated, and not so often that requests swell', async () => {
    const company = await aCompany()
    const receiver = await aReceiver()
    const { id, secret } = await add(company, receiver.url)
    const secrets = [secret]
    for (let count = 0; count < 5; count++) secrets.push((await rotateWebhookSecret(company.actor, id)).secret)
    await expect(rotateWebhookSecret(company.actor, id)).rejects.toMatchObject({ code: 'conflict' })
    await testWebhook(company.actor, id, 'app.created')
    await expect.poll(() => receiver.received.length).toBe(1)
    const [got] = receiver.received as [Received]
    for (const each of secrets) expect(new Verifier(each as string).verify(got.body, headersOf(got))).toBeTruthy()
    receiver.close()
  })

  it('can be checked with a public key alone', async () => {
    const company = await aCompany()
    const receiver = await aReceiver()
    const made = await add(company, receiver.url, { signature: 'v1a', event_types: ['app.created'] })
    expect([made.secret, made.public_key]).toEqual([null, expect.stringMatching(/^whpk_/)])
    await testWebhook(company.actor, made.id, 'alias.disabled')
    await expect.poll(() => receiver.received.length).toBe(1)
    const [{ headers, body }] = receiver.received as [Received]
    const x = Buffer.from((made.public_key as string).slice(5), 'base64').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const [version, signature = ''] = String(headers['webhook-signature']).split(',')
    const isValid = (content: string) => verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64'))
    expect(version).toBe('v1a')
    expect(isValid(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)).toBe(true)
    expect(isValid(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body} `)).toBe(false)
    receiver.close()
  })
})

describe('what is sent', () => {
  it('is what types and apps were chosen', async () => {
    const company = await aCompany()
    const [one, other] = [await anApp(company), await anApp(company)]
    const receiver = await aReceiver()
    await add(company, receiver.url, { event_types: ['app.updated'], app_ids: [one.id] })
    await rename(company, other.id)
    await rename(company, one.id)
    await createApp(company.actor, { name: 'More', redirect_uris: ['https://a.example/'], scopes: [], client_type: 'spa' })
    await rename(company, one.id)
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(typesOf(receiver.received)).toEqual(['app.updated', 'app.updated'])
    receiver.close()
  })

  it.each(EVENT_TYPES.map((type) => [type]))('can be tried out: %s', async (type: EventType) => {
    const company = await aCompany()
    const receiver = await aReceiver()
    const { id, secret } = await add(company, receiver.url, { event_types: ['alias.enabled'] })
    const { event_id } = await testWebhook(company.actor, id, type)
    await expect.poll(() => receiver.received.length).toBe(1)
    const [got] = receiver.received as [Received]
    expect(new Verifier(secret as string).verify(got.body, headersOf(got))).toMatchObject({ id: event_id, type })
    receiver.close()
  })
})

it('waits while the operator has the company suspended, and is sent once it goes on', async () => {
  const company = await aCompany()
  const receiver = await aReceiver()
  const { id } = await add(company, receiver.url, { event_types: ['app.updated'] })
  const app = await anApp(company)
  await suspendCompany(company.actor.companyId, 'x')
  await rename(company, app.id)
  await dueNow(id)
  expect((await takeDueWebhooks(false, 1000, 1)).map((due) => due.id)).not.toContain(id)
  expect(await findDueDeliveries([{ id, company_id: String(company.actor.companyId), atMost: 10 }])).toEqual([])
  await resumeCompany(company.actor.companyId)
  await expect.poll(() => typesOf(receiver.received)).toEqual(['app.updated'])
  receiver.close()
})

describe('what is not taken', () => {
  it('comes again with the same id and body, later and later, and what was answered is kept', async () => {
    const company = await aCompany()
    const receiver = await aReceiver((response, _, nth) => {
      response.statusCode = nth < 3 ? 500 : 204
      response.end(nth < 3 ? 'x'.repeat(100_000) : undefined)
    })
    const { id } = await add(company, receiver.url, { event_types: ['app.created'] })
    await testWebhook(company.actor, id, 'app.created')
    for (const count of [1, 2, 3]) {
      await expect.poll(() => receiver.received.length).toBe(count)
      await expect.poll(async () => (await deliveries(id))[0]?.log.length).toBe(count)
      await dueNow(id)
    }
    expect(new Set(receiver.received.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
    const [delivery] = await deliveries(id)
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 3, dueAt: null })
    expect(delivery?.log.map(({ status, fault }) => [status, fault])).toEqual([
      [500, 'status'],
      [500, 'status'],
      [204, null],
    ])
    receiver.close()
  })

  it('is given up at once where the address says that it is gone, and the company is told', async () => {
    const company = await aCompany()
    const receiver = await aReceiver((response) => {
      response.statusCode = 410
      response.end()
    })
    const { id } = await add(company, receiver.url)
    await testWebhook(company.actor, id, 'app.created')
    await expect.poll(async () => (await getWebhook(company.actor, id)).status).toBe('disabled')
    expect(await getWebhook(company.actor, id)).toMatchObject({ disabled_reason: 'gone' })
    const staff = await withDatabase((db) => db.staffMember.findMany({ where: { companyId: company.actor.companyId } }))
    const mails = await withDatabase((db) =>
      db.outgoingMail.findMany({ where: { kind: 'staff_webhook_disabled', staffId: { in: staff.map((member) => member.id) } } }),
    )
    expect(mails).toHaveLength(1)
    await expect(testWebhook(company.actor, id, 'app.created')).rejects.toMatchObject({ code: 'invalid_state' })
    await updateWebhook(company.actor, id, { status: 'enabled' })
    expect(await getWebhook(company.actor, id)).toMatchObject({ status: 'enabled', disabled_reason: null, failing_since: null })
    receiver.close()
  })

  it('switches the address off after five days without a success', async () => {
    const company = await aCompany()
    const receiver = await aReceiver((response) => {
      response.statusCode = 503
      response.end()
    })
    const { id } = await add(company, receiver.url)
    await testWebhook(company.actor, id, 'app.created')
    await expect.poll(async () => (await getWebhook(company.actor, id)).failing_since).not.toBeNull()
    expect(await getWebhook(company.actor, id)).toMatchObject({ status: 'enabled' })
    await withDatabase((db) => db.webhook.updateMany({ where: { id }, data: { failingSince: new Date(Date.now() - 5 * 86_400_000) } }))
    await dueNow(id)
    await expect.poll(async () => (await getWebhook(company.actor, id)).disabled_reason).toBe('failing')
    receiver.close()
  })

  it('does not follow a redirect', async () => {
    const company = await aCompany()
    const inside = await aReceiver()
    const receiver = await aReceiver((response) => {
      response.writeHead(307, { Location: inside.url }).end()
    })
    const { id } = await add(company, receiver.url)
    await testWebhook(company.actor, id, 'app.created')
    await expect.poll(async () => (await deliveries(id))[0]?.lastFault).toBe('redirect')
    expect(inside.received).toEqual([])
    receiver.close()
    inside.close()
  })
})

it('one address that hangs holds up no other, and no address has more than four requests at a time', async () => {
  const company = await aCompany()
  const stuck = await aReceiver(() => {})
  const well = await aReceiver((response) => void setTimeout(() => response.end(), 20))
  const app = await anApp(company)
  for (const url of [stuck.url, well.url]) await add(company, url, { event_types: ['app.updated'] })
  for (let count = 0; count < 40; count++) await updateApp(company.actor, app.id, { name: `Name ${count}` })
  await placeEvents(company.actor.companyId)
  await expect.poll(() => well.received.length, { timeout: 8000 }).toBe(40)
  expect(new Set(well.received.map(({ headers }) => headers['webhook-id'])).size).toBe(40)
  expect([stuck.most(), well.most()]).toEqual([4, 4])
  stuck.close()
  well.close()
})

it('what is removed gets nothing more, also what was under way', async () => {
  const company = await aCompany()
  const receiver = await aReceiver((response) => void setTimeout(() => response.end(), 300))
  const { id } = await add(company, receiver.url)
  await testWebhook(company.actor, id, 'app.created')
  await expect.poll(() => receiver.received.length).toBe(1)
  await deleteWebhook(company.actor, id)
  await anApp(company)
  await placeEvents(company.actor.companyId)
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(receiver.received).toHaveLength(1)
  receiver.close()
})

describe('in the panel', () => {
  it('a delivery is found by the id of its event or of one of its requests, and shows what was sent and answered', async () => {
    const company = await aCompany()
    const receiver = await aReceiver((response) => {
      response.statusCode = 422
      response.end(`no such shop ${'x'.repeat(5000)}`)
    })
    const { id } = await add(company, receiver.url, { event_types: ['app.created'] })
    const { event_id } = await testWebhook(company.actor, id, 'app.created')
    await expect.poll(async () => (await deliveries(id))[0]?.log.length).toBe(1)
    const delivery = await readDelivery(company.actor, id, event_id)
    expect(delivery.body).toBe(receiver.received[0]?.body)
    const [first] = delivery.tries
    expect(first).toMatchObject({ number: 1, status: 422, fault: 'status', requestId: receiver.received[0]?.headers['x-request-id'] })
    expect(first?.answer).toHaveLength(2048)
    const find = async (search: string) => (await readWebhookPage(company.actor, id, { search })).deliveries.data.map((line) => line.event_id)
    expect(await find(event_id)).toEqual([event_id])
    expect(await find(first?.requestId as string)).toEqual([event_id])
    expect(await find('req_nothing')).toEqual([])
    const other = await aCompany()
    await expect(readDelivery(other.actor, id, event_id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(resend(other.actor, id, event_id)).rejects.toMatchObject({ code: 'not_found' })
    receiver.close()
  })

  it('one event is sent again, or everything since a time that was not taken, also what happened while the address was off', async () => {
    const company = await aCompany()
    const receiver = await aReceiver()
    const { id } = await add(company, receiver.url, { event_types: ['app.created'] })
    await anApp(company)
    await placeEvents(company.actor.companyId)
    await expect.poll(() => receiver.received.length).toBe(1)
    const first = receiver.received[0]?.headers['webhook-id'] as string
    await expect.poll(async () => (await deliveries(id))[0]?.state).toBe('delivered')
    await resend(company.actor, id, first)
    await expect.poll(() => receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([first, first])
    await updateWebhook(company.actor, id, { status: 'disabled' })
    await expect(resend(company.actor, id, first)).rejects.toMatchObject({ code: 'invalid_state' })
    await anApp(company)
    await placeEvents(company.actor.companyId)
    await updateWebhook(company.actor, id, { status: 'enabled' })
    expect(await resendSince(company.actor, id, new Date(Date.now() - 60_000))).toBe(1)
    await expect.poll(() => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    receiver.close()
  })
})

it('another company neither sees nor changes it', async () => {
  const [one, other] = [await aCompany(), await aCompany()]
  const { id } = await add(one, 'https://hooks.example/')
  for (const work of [getWebhook, deleteWebhook, rotateWebhookSecret])
    await expect(work(other.actor, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(updateWebhook(other.actor, id, { status: 'disabled' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(add(other, 'https://hooks.example/', { app_ids: [(await anApp(one)).id] })).rejects.toMatchObject({ code: 'invalid_request' })
})
