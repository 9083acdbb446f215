import type { Page } from '@playwright/test'
import { withDatabase } from '#lib/core/db'
import { linkFrom, mailsTo } from '../fixtures/mailbox'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { aPerson, type TestPerson } from '../fixtures/world'

/** Somebody who logged in eleven minutes ago and has not proved since who they are. */
async function signedInAWhileAgo(page: Page, person: TestPerson, server: string) {
  await signedIn(page, person, server)
  const then = new Date(Date.now() - 11 * 60_000)
  await withDatabase((db) => db.userSession.updateMany({ where: { userId: person.id }, data: { authTime: then, provenAt: then } }))
}

for (const javaScriptEnabled of [false, true]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('a filled-in form asks for the password itself and loses nothing; wrong ones change nothing', async ({ page, server }) => {
      const person = await aPerson()
      const wanted = `new-${person.email}`
      await signedInAWhileAgo(page, person, server)
      await page.goto('/account')
      await page.getByLabel('New email address').fill(wanted)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByRole('status')).toContainText('type your password as well')
      await expect(page.getByLabel('New email address')).toHaveValue(wanted)
      await page.getByLabel('Your password').fill('not the password')
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.locator('main').getByRole('alert')).toContainText('That is not right')
      expect(await mailsTo(wanted)).toEqual([])
      await expect(page.getByLabel('New email address')).toHaveValue(wanted)
      await page.getByLabel('Your password').fill(person.password)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByRole('status')).toContainText(`If ${wanted} can be used here`)
      expect((await mailsTo(wanted)).map(({ kind }) => kind)).toEqual(['change_email'])
    })

    test('what has no form leads to a page that asks, and back', async ({ page, server }) => {
      const person = await aPerson()
      await signedInAWhileAgo(page, person, server)
      await page.goto('/account/security')
      await page.getByRole('button', { name: 'Set up' }).click()
      await expect(page.getByRole('heading', { name: 'Is it still you?' })).toBeVisible()
      await page.getByRole('textbox', { name: 'Your password' }).fill(person.password)
      await page.getByRole('button', { name: 'Go on', exact: true }).click()
      await expect(page).toHaveURL(/\/account\/security/)
      await page.getByRole('button', { name: 'Set up' }).click()
      await expect(page.getByAltText('QR code with the secret')).toBeVisible()
    })

    test('the address that was left takes the account back, and until then nothing is exported or deleted', async ({ page, server }) => {
      const person = await aPerson()
      const thiefs = `thief-${person.email}`
      await signedIn(page, person, server)
      await page.goto('/account')
      await page.getByLabel('New email address').fill(thiefs)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByRole('status')).toContainText('is on its way')
      await page.goto(await linkFrom(thiefs, 'change_email'))
      await page.getByRole('button', { name: 'Use this address' }).click()
      await expect(page.getByRole('status')).toContainText('Your email address is changed')
      await page.goto('/account/data')
      await expect(page.getByText('the earlier address can take the account back')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Download your data' })).toHaveCount(0)

      await page.goto(await linkFrom(person.email, 'email_changed'))
      await page.getByRole('button', { name: 'Take it back' }).click()
      await page.getByLabel('New password').fill('the gravel sings at noon')
      await page.getByRole('button', { name: 'Save the password' }).click()
      await expect(page.getByRole('status')).toContainText('Your new password is set')
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password').fill('the gravel sings at noon')
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Apps with access' })).toBeVisible()
    })
  })
}

test('the export asks first and is given afterwards', async ({ page, server }) => {
  const person = await aPerson()
  await signedInAWhileAgo(page, person, server)
  await page.goto('/account/data')
  await page.getByRole('link', { name: 'Download your data' }).click()
  await expect(page.getByRole('heading', { name: 'Is it still you?' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Your password' }).fill(person.password)
  await page.getByRole('button', { name: 'Go on', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download your data' }).click()
  expect((await download).suggestedFilename()).toBe('signet-data.json')
})
