import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { runAxe } from '../fixtures/run-axe'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aWebhook } from '../fixtures/webhooks'
import { aCompany } from '../fixtures/world'

test('a newcomer adds an address, sees a test event arrive, breaks it, finds out why, and sends it again', async ({ page, server }) => {
  test.slow()
  const got: { headers: Record<string, string>; body: string }[] = []
  let answer = (response: ServerResponse) => void response.end()
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    got.push({ headers: request.headers as Record<string, string>, body })
    answer(response)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

  await ownerSignedIn(page, await aCompany(), server)
  await page.goto('/company')
  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.getByLabel('Address').fill('https://10.0.0.1/hook')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByText(/^Give an address that begins with https/)).toBeVisible()
  await page.getByLabel('Address').fill(url)
  await page.getByText('Types of events').click()
  await page.getByLabel('app.created').check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const shown = page.getByText(/^whsec_/)
  await expect(shown).toBeVisible()
  const secret = (await shown.textContent()) ?? ''
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: url })).toBeVisible()
  expect((await runAxe(page)).violations.map(({ id }) => id)).toEqual([])

  await page.getByLabel('Type', { exact: true }).selectOption('authorization.withdrawn')
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText('Taken · 200')).toBeVisible()
  expect(new Verifier(secret).verify(got[0]?.body ?? '', got[0]?.headers ?? {})).toMatchObject({ type: 'authorization.withdrawn' })

  answer = (response) => void response.writeHead(500).end('the shop is closed')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('It is sent again.')).toBeVisible()
  await expect(page.getByText('the shop is closed')).toBeVisible()
  await expect(page.getByText('Waiting · 500')).toBeVisible()
  expect((await runAxe(page)).violations.map(({ id }) => id)).toEqual([])

  answer = (response) => void response.end()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Taken · 200')).toBeVisible()
  const ids = got.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)

  await page.getByRole('link', { name: 'Back to the webhook' }).click()
  await page.getByLabel('Event or request id').fill(ids[0] ?? '')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('link', { name: 'authorization.withdrawn' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove webhook' }).click()
  await page.getByRole('button', { name: 'Remove webhook' }).click()
  await expect(page.getByText('The webhook is removed.')).toBeVisible()
  receiver.close()
})

test('a stream of signals that a server asked for is shown with what it was told', async ({ page, server }) => {
  const company = await aCompany()
  await aWebhook(company)
  await ownerSignedIn(page, company, server)
  await page.goto('/company/webhooks')
  await page.getByRole('link', { name: /\/api\/v1\/ssf\/poll\// }).click()
  await expect(page.getByRole('heading', { name: 'Shared Signals' })).toBeVisible()
  await expect(page.getByText('Of the back office')).toBeVisible()
  expect((await runAxe(page)).violations.map(({ id }) => id)).toEqual([])
  await page.getByRole('link', { name: 'verification', exact: true }).click()
  await expect(page.getByText('It waits to be fetched.')).toBeVisible()
  await expect(page.getByText('"state": "state"')).toBeVisible()
  expect((await runAxe(page)).violations.map(({ id }) => id)).toEqual([])
})
