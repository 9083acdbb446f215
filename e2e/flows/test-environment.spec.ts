import type { Page } from '@playwright/test'
import { runAxe } from '../fixtures/run-axe'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp } from '../fixtures/world'

const clean = async (page: Page) => {
  const { violations } = await runAxe(page)
  expect(violations.map(({ id, nodes }) => [page.url(), id, nodes.map((node) => node.html)])).toEqual([])
}

test('a company goes to its test environment, makes an app and somebody, and logs in as them with one click and no secret', async ({
  page,
  server,
}) => {
  const company = await aCompany()
  const live = await anApp(company, { name: 'The real shop' })
  await ownerSignedIn(page, company, server)
  await page.goto('/company')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('nobody here is real')).toBeVisible()
  await expect(page).toHaveTitle(/Overview/)
  await clean(page)

  await page.getByRole('link', { name: 'Demo people' }).click()
  await page.getByLabel('Who it is').selectOption('minor')
  await page.getByRole('button', { name: 'Make demo person' }).click()
  await expect(page.getByText('They are ready to log in.')).toBeVisible()
  await expect(page).toHaveTitle(/Demo people/)
  await clean(page)
  const [email = '', password = ''] = await page.locator('main li code').allInnerTexts()

  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await expect(page.getByText('The real shop')).toHaveCount(0)
  expect((await page.goto(`/company/apps/${live.id}`))?.status()).toBe(404)
  await page.goto('/company/apps/new')
  await page.getByLabel('Name', { exact: true }).fill('Tried shop')
  await page.getByLabel('Return addresses').fill('https://shop.example/callback')
  await page.getByRole('button', { name: 'Create app' }).click()
  await page.getByRole('checkbox', { name: 'I have stored it' }).check()
  await page.getByRole('button', { name: 'Go on to the quickstart' }).click()
  await page.getByRole('link', { name: 'Credentials' }).click()
  await expect(page.locator('main code').filter({ hasText: /^sgs_/ })).toBeVisible()
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(page).toHaveTitle(/Playground/)
  await clean(page)
  await page.getByRole('button', { name: 'Try it now' }).click()

  await expect(page.getByText('Only demo people of')).toBeVisible()
  await clean(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  await expect(page.getByText('This is a test.')).toBeVisible()
  await clean(page)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('The log-in works.')).toBeVisible()

  await page.getByRole('link', { name: 'Demo people' }).click()
  await page.getByRole('button', { name: `Remove ${email}` }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('They are gone.')).toBeVisible()
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await expect(page.getByText('nobody here is real')).toHaveCount(0)
  expect((await page.goto('/company/people'))?.status()).toBe(404)
})
