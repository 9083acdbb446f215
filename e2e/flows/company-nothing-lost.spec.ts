import type { Dialog, Page } from '@playwright/test'
import { newId } from '#lib/core/random-id'
import { judgePage } from '../fixtures/judge-page'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp } from '../fixtures/world'

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
  const answer = await page.goto(`/company/apps/${newId('app')}`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeVisible()
  await judgePage(page)
})
