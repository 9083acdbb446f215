import { afterAll, expect, it } from 'vitest'
import { suspendCompany } from '#lib/companies/access/suspend-company'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { placeEvents } from '#lib/events/place-events'
import { createWebhookInput } from '#lib/webhooks/contract'
import { createWebhook } from '#lib/webhooks/create-webhook'
import { aCompany, anApp } from '../../e2e/fixtures/world'
import { events } from './commands/events'

afterAll(closeDatabase)

const FAIL = statement<object>('test_failing_webhook', `UPDATE webhooks SET failures = 3, failing_since = clock_timestamp() WHERE id = $1`)
const OLD = statement<object>('test_old_deliveries', `UPDATE webhook_deliveries SET created_at = 'epoch' WHERE webhook_id = $1`)

it('shows by ids where deliveries wait or fail, and nothing of addresses and events', async () => {
  const company = await aCompany()
  const { id } = await createWebhook(company.actor, createWebhookInput.parse({ url: 'https://secret-name.example/path' }))
  const app = await anApp(company)
  await placeEvents(company.actor.companyId)
  await sql.query(FAIL, [id])
  await sql.query(OLD, [id])
  const line = async () => (await events.run([], {})).find((one) => one.includes(id)) ?? ''
  expect(await line()).toMatch(new RegExp(`^${company.actor.companyId} +${id} +webhook +enabled +[1-9]\\d* +1970-01-01 00:00 +3 +`))
  for (const told of ['secret-name', app.id, app.name, company.name]) expect((await events.run([], {})).join('\n')).not.toContain(told)
  await suspendCompany(company.actor.companyId, 'x')
  expect(await line()).toContain('suspended')
})
