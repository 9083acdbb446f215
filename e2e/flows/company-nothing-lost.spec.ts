import type { Dialog, Page } from '@playwright/test'
import { withDatabase } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { judgePage } from '../fixtures/judge-page'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, aMember, anApp, type TestCompany } from '../fixtures/world'

/** Answers what the page asks, and remembers it. */
function answering(page: Page, answer: 'stay' | 'leave') {
  const asked: string[] = []
  const reply = (dialog: Dialog) => {
    asked.push(dialog.message())
    return answer === 'leave' ? dialog.accept() : dialog.dismiss()
  }
  page.on('dialog', reply)
  return { asked, end: () => page.off('dialog', reply) }
}

test('a key that is shown once is not left behind by a slip of the hand', async ({ page, server }) => {
  const company = await aCompany()
  await ownerSignedIn(page, company, server)
  await page.goto('/company/keys')
  await page.getByLabel('Name of the key').fill('Server')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const key = page
    .getByText(/sgk_\w{20}/)
    .or(page.locator('input[value^="sgk_"]'))
    .first()
  await expect(key).toBeVisible()
  const staying = answering(page, 'stay')
  await page.getByRole('link', { name: 'Members' }).click()
  expect(staying.asked).toEqual([expect.stringContaining('cannot be shown again')])
  await expect(page).toHaveURL(/\/company\/keys/)
  await expect(key).toBeVisible()
  staying.end()
  const nothing = answering(page, 'stay')
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(key).toBeHidden()
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page).toHaveURL(/\/company\/members/)
  expect(nothing.asked).toEqual([])
})

test('changed settings of an app ask before they are left, and not once they are saved', async ({ page, server }) => {
  const company = await aCompany()
  const app = await anApp(company, { name: 'Reading Room' })
  await ownerSignedIn(page, company, server)
  await page.goto(`/company/apps/${app.id}`)
  await page.waitForFunction(() => Object.keys(document.querySelector('main form') ?? {}).some((name) => name.startsWith('__react')))
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Listening Room')
  const staying = answering(page, 'stay')
  await page.getByRole('link', { name: 'Members' }).click()
  await expect.poll(() => staying.asked).toEqual([expect.stringContaining('not saved')])
  await expect(name).toHaveValue('Listening Room')
  staying.end()
  const nothing = answering(page, 'stay')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page).toHaveURL(/done=saved/)
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page).toHaveURL(/\/company\/members/)
  expect(nothing.asked).toEqual([])
})

test('what is not there keeps the frame of the panel', async ({ page, server }) => {
  const company = await aCompany()
  await ownerSignedIn(page, company, server)
  for (const path of [`apps/${newId('app')}`, 'no-such-page', 'no/such/page']) {
    const answer = await page.goto(`/company/${path}`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Audit log' })).toBeVisible()
  }
  await judgePage(page)
})

/** As if the session had ended meanwhile: its cookie is there, and its row is gone. */
const endSessions = (company: TestCompany) =>
  withDatabase((db) => db.staffSession.deleteMany({ where: { staff: { companyId: company.actor.companyId } } }))

const logIn = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('what was typed is there again after an ended session, for whoever typed it and for nobody else', async ({ page, server }) => {
  const company = await aCompany()
  const admin = await aMember(company, 'admin')
  await ownerSignedIn(page, company, server)
  await page.goto('/company/apps/new')
  await page.getByLabel('Name', { exact: true }).fill('Reading Room')
  await page.getByLabel('Return addresses', { exact: true }).fill('https://shop.example/callback')
  await page
    .getByRole('checkbox', { name: /^Verified age|age/i })
    .first()
    .check()
  await endSessions(company)
  await page.getByRole('button', { name: 'Create app' }).click()
  await expect(page).toHaveURL(/\/company\/login\?return_to=%2Fcompany%2Fapps%2Fnew$/)
  await logIn(page, admin)
  await expect(page.getByRole('button', { name: 'Create app' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')

  await endSessions(company)
  await page.goto('/company/apps/new')
  await logIn(page, company)
  await expect(page.getByText('What you typed before is here again.', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Reading Room')
  await expect(page.getByRole('checkbox', { name: /^Verified age|age/i }).first()).toBeChecked()
  await judgePage(page)
  await page.getByRole('button', { name: 'Create app' }).click()
  await expect(page.getByRole('heading', { name: 'The app is ready' })).toBeVisible()
  const cookies = await page.context().cookies(`${server}/company`)
  expect(cookies.map(({ name }) => name)).not.toContain('signet-typed')
})

for (const [form, path, field, typed] of [
  ['a webhook', '/company/webhooks', 'Address', 'https://hooks.shop.example/signet'],
  ['an invitation', '/company/members', 'Email', 'kim@company.example'],
] as const) {
  test(`${form} that is not sent asks before the browser goes back`, async ({ page, server }) => {
    await ownerSignedIn(page, await aCompany(), server)
    await page.goto('/company')
    await page.goto(path)
    await page.waitForFunction(() => Object.keys(document.querySelector('main form') ?? {}).some((name) => name.startsWith('__react')))
    await page.getByLabel(field, { exact: true }).fill(typed)
    const staying = answering(page, 'stay')
    await page.evaluate(() => history.back())
    await expect.poll(() => staying.asked).toEqual([expect.stringContaining('not saved')])
    await expect(page.getByLabel(field, { exact: true })).toHaveValue(typed)
    staying.end()
    const leaving = answering(page, 'leave')
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(/\/company$/)
    expect(leaving.asked.length).toBe(1)
  })
}
