import type { Page } from '@playwright/test'
import { randomBase62 } from '#lib/core/random-id'
import { judgePage } from '../fixtures/judge-page'
import { linkFrom, mailsTo } from '../fixtures/mailbox'
import { expect, test } from '../fixtures/test'
import { aCompany } from '../fixtures/world'

const PASSWORD = 'the gravel sings at noon'
const newAddress = () => `${randomBase62(12).toLowerCase()}@company.example`

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/company/register')
  await expect(page.getByRole('heading', { name: 'Open a company account' })).toBeVisible()
  await page.getByLabel('Company name').fill('Larkspur Books')
  await page.getByLabel('Your name').fill('Ada Quill')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/company/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('a company registers, confirms its address through the mail, and is in its panel', async ({ page }) => {
  const email = newAddress()
  await register(page, email)
  await expect(page.locator('main').getByRole('link', { name: 'log in' })).toHaveAttribute('href', '/company/login')
  await expect(page.getByRole('link', { name: 'Development outbox' })).toHaveAttribute('href', '/dev/outbox')
  await judgePage(page)
  await page.goto(await linkFrom(email, 'staff_confirm'))
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible()
  await judgePage(page)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Larkspur Books' })).toBeVisible()
  await expect(page).toHaveURL(/\/company$/)

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Company log-in' })).toBeVisible()
  await logIn(page, email, PASSWORD)
  await expect(page.getByRole('heading', { name: 'Larkspur Books' })).toBeVisible()
})

test('the development outbox shows the mail with its link', async ({ page }) => {
  const email = newAddress()
  await register(page, email)
  await page.goto('/dev/outbox')
  await expect(page.locator('main')).toContainText(email)
  await expect(page.locator('main')).toContainText(await linkFrom(email, 'staff_confirm'))
})

test('before the address is confirmed nobody logs in; another browser confirms it with the password only', async ({ page, browser, server }) => {
  const email = newAddress()
  await register(page, email)
  await logIn(page, email, PASSWORD)
  await expect(page.locator('main').getByRole('alert')).toContainText('Confirm your address first')

  const elsewhere = await (await browser.newContext({ baseURL: server })).newPage()
  await elsewhere.goto(await linkFrom(email, 'staff_confirm'))
  await elsewhere.getByLabel('Password').fill('a password of somebody else')
  await elsewhere.getByRole('button', { name: 'Confirm address' }).click()
  await expect(elsewhere.locator('main').getByRole('alert')).toContainText('not the password you chose')
  await elsewhere.getByLabel('Password').fill(PASSWORD)
  await elsewhere.getByRole('button', { name: 'Confirm address' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Larkspur Books' })).toBeVisible()
})

test('a taken address gets the same answer, and its owner a mail with the way back in', async ({ page }) => {
  const company = await aCompany()
  await register(page, company.email)
  expect(await linkFrom(company.email, 'staff_exists')).toBe('/company/recover')
})

test('a forgotten password is replaced through the mail, once; other browsers are logged out', async ({ page, browser, server }) => {
  const company = await aCompany()
  const other = await (await browser.newContext({ baseURL: server })).newPage()
  await logIn(other, company.email, company.password)
  await expect(other.getByRole('heading', { name: company.name })).toBeVisible()

  await page.goto('/company/login')
  await page.getByRole('link', { name: 'Forgot the password?' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.getByLabel('Email').fill(company.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('status')).toContainText('We sent you a link')
  const link = await linkFrom(company.email, 'staff_recover')
  await page.goto(link)
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('at least 15 characters')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: company.name })).toBeVisible()
  expect((await mailsTo(company.email)).map(({ kind }) => kind)).toContain('staff_password_changed')

  await other.goto('/company/keys')
  await expect(other.getByRole('heading', { name: 'Company log-in' })).toBeVisible()
  expect((await page.goto(link))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('recovery says the same for an address nobody has, and mails nothing', async ({ page }) => {
  const email = newAddress()
  await page.goto('/company/recover')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('status')).toContainText('We sent you a link')
  expect(await mailsTo(email)).toEqual([])
})

test('a member changes the password and logs out the other browsers', async ({ page, browser, server }) => {
  const company = await aCompany()
  const other = await (await browser.newContext({ baseURL: server })).newPage()
  await logIn(other, company.email, company.password)
  await expect(other.getByRole('heading', { name: company.name })).toBeVisible()
  await logIn(page, company.email, company.password)
  await expect(page.getByRole('heading', { name: company.name })).toBeVisible()

  await page.goto('/company/security')
  await judgePage(page)
  await page.getByRole('button', { name: 'Log out others' }).click()
  await expect(page.getByRole('status')).toContainText('All other sessions are logged out')
  await other.goto('/company/keys')
  await expect(other.getByRole('heading', { name: 'Company log-in' })).toBeVisible()

  await page.getByLabel('Current password').fill('not the right one at all')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('not right')
  await page.getByLabel('Current password').fill(company.password)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed')).toBeVisible()
  await logIn(other, company.email, PASSWORD)
  await expect(other.getByRole('heading', { name: company.name })).toBeVisible()
})
