import type { Page } from '@playwright/test'
import { runAxe } from '../fixtures/run-axe'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany } from '../fixtures/world'

const clean = async (page: Page) => expect((await runAxe(page)).violations.map(({ id }) => id)).toEqual([])

test('staff log in, create a key that is shown once and works, and invalidate it for the next request', async ({ page, server }) => {
  const company = await aCompany()
  const statusWith = async (key: string) => (await fetch(`${server}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status
  await page.goto('/company/keys')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await clean(page)
  await page.getByLabel('Email').fill(company.email)
  await page.getByLabel('Password').fill(company.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible()
  await page.getByLabel('Name of the key').fill('Web server')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const shown = page.getByText(/^sgk_[0-9A-Za-z]{49}$/)
  await expect(shown).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Web server' }), 'listed at once').toBeVisible()
  await expect(page.getByText('Create the first one above')).toHaveCount(0)
  await clean(page)
  const key = (await shown.textContent()) ?? ''
  expect(await statusWith(key)).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toBeVisible()
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Done' }).click()

  await expect(page.getByLabel('Name of the key')).toBeVisible()
  await expect(page.getByText(key)).toHaveCount(0)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Web server' }) })
  await card.getByRole('button', { name: 'Invalidate key' }).click()
  await expect(card.getByText('Invalidate “Web server”?')).toBeFocused()
  await expect(card.getByText(/^It was last used .+: something may still depend on it\.$/)).toBeVisible()
  await expect(card.getByText('This cannot be undone.')).toBeVisible()
  await clean(page)
  await card.getByRole('button', { name: 'Invalidate key' }).click()
  await expect(page.getByText('The key is invalid.')).toBeVisible()
  expect(await statusWith(key)).toBe(401)
  expect(await statusWith(company.apiKey)).toBe(200)
})

test("a company's log-in opens nothing of a person's panel", async ({ page }) => {
  const company = await aCompany()
  await page.goto('/company/login')
  await page.getByLabel('Email').fill(company.email)
  await page.getByLabel('Password').fill(company.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText(company.name).first()).toBeVisible()
  await page.goto('/account/access')
  await expect(page).toHaveURL(/\/login\?return_to=/)
})

test('a key does what it was made for and no more, from where it may and for as long as it was meant to, and its company reads of what was refused', async ({
  page,
  server,
}) => {
  const company = await aCompany()
  await ownerSignedIn(page, company, server)
  await page.goto('/company/keys')
  await page.getByLabel('Name of the key').fill('Dashboard')
  await page.getByLabel('Works for').selectOption('30 days')
  await page.getByText('What it may do, and from where').click()
  for (const name of [/^Apps/, /^Verifications/, /^Events/]) await page.getByRole('checkbox', { name }).uncheck()
  await page.getByLabel('Networks it may be used from').fill('192.0.2.0/24, shop.example')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await expect(page.getByText('“shop.example” is no network.', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Name of the key')).toHaveValue('Dashboard')
  await expect(page.getByLabel('Works for')).toHaveValue('30')
  await expect(page.getByRole('checkbox', { name: /^Apps/ })).not.toBeChecked()
  await clean(page)
  await page.getByLabel('Networks it may be used from').fill('')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const key = (await page.getByText(/^sgk_[0-9A-Za-z]{49}$/).textContent()) ?? ''
  const ask = async (method: string) => {
    const answer = await fetch(`${server}/api/v1/apps`, { method, headers: { authorization: `Bearer ${key}` } })
    return [answer.status, ((await answer.json()) as { error?: string }).error]
  }
  expect([await ask('GET'), await ask('POST')]).toEqual([
    [200, undefined],
    [403, 'insufficient_permission'],
  ])
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Done' }).click()

  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Dashboard' }) })
  await expect(card.getByText('May do: Read · from anywhere')).toBeVisible()
  await expect(card.getByText('Works until')).toBeVisible()
  await card.getByRole('button', { name: 'Change' }).click()
  await card.getByLabel('Networks it may be used from').fill('192.0.2.7/24')
  await clean(page)
  await card.getByRole('button', { name: 'Save what it may do' }).click()
  await expect(card.getByText('May do: Read · only from 192.0.2.0/24')).toBeVisible()
  expect(await ask('GET')).toEqual([403, 'network_not_allowed'])
  await page.goto('/company/audit')
  await expect(page.getByRole('table').getByText('API key refused: used from another network')).toBeVisible()
})
