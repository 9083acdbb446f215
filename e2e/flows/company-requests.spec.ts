import { newId } from '#lib/core/random-id'
import { judgePage } from '../fixtures/judge-page'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp } from '../fixtures/world'

test('a company sees its requests a moment later, finds one by its id, and reads what mends the failed ones', async ({ page, server }) => {
  const company = await aCompany()
  const app = await anApp(company, { name: 'Reading Room' })
  const headers = { authorization: `Bearer ${company.apiKey}`, 'user-agent': 'python-requests/2.32.3' }
  const me = await fetch(`${server}/api/v1/me`, { headers })
  await fetch(`${server}/api/v1/apps/${newId('app')}`, { headers })
  const exchange = { grant_type: 'authorization_code', code: 'sgc_x', redirect_uri: app.redirect_uri, client_id: app.client_id, client_secret: 'old' }
  const refused = await fetch(`${server}/oauth2/token`, { method: 'POST', body: new URLSearchParams(exchange) })
  await ownerSignedIn(page, company, server)
  const lines = page.getByRole('listitem').filter({ hasText: /req_/ })
  // Each process writes down what it answered by itself.
  await expect(async () => {
    await page.goto('/company/requests')
    await expect(lines).toHaveCount(3, { timeout: 1000 })
  }).toPass()
  await expect(lines.filter({ hasText: 'GET /api/v1/me' })).toContainText('Requests (Python)')
  await expect(lines.filter({ hasText: 'POST /oauth2/token' })).toContainText('It may have been rotated')
  await expect(lines.filter({ hasText: 'GET /api/v1/apps/:id' })).toContainText('404 not_found')
  await judgePage(page)

  await page.getByLabel('App or key').selectOption('Reading Room')
  await page.getByLabel('Outcome').selectOption('Failed')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/caller=app_.*show=failed/)
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText(refused.headers.get('x-request-id') as string)

  await page.goto('/company/requests')
  await page.getByLabel('Request id').fill(me.headers.get('x-request-id') as string)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText('GET /api/v1/me')
})

test('the list follows what comes', async ({ page, server }) => {
  const company = await aCompany()
  await ownerSignedIn(page, company, server)
  await page.goto('/company/requests')
  await expect(page.getByText('No requests')).toBeVisible()
  await page.getByRole('link', { name: 'Follow as they come' }).click()
  await expect(page.getByText('The list is read again every five seconds.')).toBeVisible()
  const me = await fetch(`${server}/api/v1/me`, { headers: { authorization: `Bearer ${company.apiKey}` } })
  await expect(page.getByText(me.headers.get('x-request-id') as string)).toBeVisible({ timeout: 60_000 })
})
