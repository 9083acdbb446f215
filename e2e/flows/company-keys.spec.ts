import type { Page } from '@playwright/test'
import { runAxe } from '../fixtures/run-axe'
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
