import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { withDatabase } from '#lib/core/db'
import { backAtApp, startClientServer } from '../fixtures/client-server'
import { judgePage } from '../fixtures/judge-page'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { authorizationUrl, exchange, userinfo } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, aVerifiedCompany } from '../fixtures/world'

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

async function aLogo(): Promise<string> {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0b5d4b' } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

const row = (page: Page, scope: string) => page.getByRole('listitem').filter({ has: page.locator(`input[value="${scope}"]`) })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a newcomer fills the name in where it is asked for, for a day, and the app receives it', async ({ page, server }) => {
    const site = await startClientServer()
    const settings = {
      logo_uri: await aLogo(),
      tos_uri: 'https://shop.example/terms',
      policy_uri: 'https://shop.example/privacy',
      support_uri: 'https://shop.example/help',
    }
    const app = await anApp(await aVerifiedCompany(), { redirectUris: [site.redirectUri], name: 'Reading Room', settings })
    const person = await aPerson({ locale: 'en' })
    await signedIn(page, person, server)
    await page.goto(authorizationUrl(server, app, { scope: 'openid profile email age_over_18' }))
    await expect(page).toHaveTitle(/Reading Room asks for access/)
    expect(await page.locator('h1 >> xpath=.. >> img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160)
    await expect(page.getByRole('main').getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', settings.policy_uri)
    await expect(row(page, 'profile')).toContainText('English')
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const name of ['Allow', 'Deny']) await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
    // All of a row is its box, and Enter in a field is no answer.
    await row(page, 'email').click({ position: { x: 200, y: 12 } })
    await expect(page.getByRole('checkbox', { name: 'Write to you' })).not.toBeChecked()
    await page.getByLabel('First name', { exact: true }).fill('Ada')
    await page.getByLabel('Last name', { exact: true }).fill('Nowak')
    await page.getByLabel('Last name', { exact: true }).press('Enter')
    await page.getByLabel('Today (24 hours)').check()
    await page.getByRole('button', { name: 'Allow' }).click()
    const code = (await backAtApp(page, site)).searchParams.get('code') ?? ''
    const { access_token } = await (await exchange(server, app, code, undefined)).json()
    expect(await (await userinfo(server, access_token)).json()).toMatchObject({ name: 'Ada Nowak', locale: 'en' })
    await page.goto('/account/access')
    await expect(page.getByRole('listitem').filter({ hasText: 'Reading Room' }).first()).toContainText('Until ')
    await site.close()
  })

  test('Verify now leads to a verification and back to the same question, with what was unticked', async ({ page, server }) => {
    const app = await anApp(await aCompany(), { name: 'Reading Room' })
    const person = await aPerson({ locale: 'en' })
    await signedIn(page, person, server)
    await page.goto(authorizationUrl(server, app, { scope: 'openid given_name email age_over_18' }))
    const question = new URL(page.url()).pathname
    await page.getByRole('checkbox', { name: 'Write to you' }).uncheck()
    await page.getByLabel('First name', { exact: true }).fill('Ada')
    await page.getByRole('button', { name: 'Verify now' }).click()
    await expect(page).toHaveURL(/\/verify\/sgv_/)
    await withDatabase((db) => db.verificationSession.updateMany({ where: { expectedUserId: person.id }, data: { status: 'canceled' } }))
    await page.reload()
    await page.getByRole('link', { name: 'Back to what you were asked' }).click()
    expect(new URL(page.url()).pathname).toBe(question)
    await expect(page.getByRole('checkbox', { name: 'Write to you' })).not.toBeChecked()
    await expect(row(page, 'given_name')).toContainText('Ada')
  })
})

test('what changed since the last answer is marked, and five values do not fill the sheet', async ({ page, server }) => {
  const site = await startClientServer()
  const app = await anApp(await aCompany('Old Books'), { redirectUris: [site.redirectUri], name: 'Reading Room' })
  const person = await aPerson({ given_name: 'Jo', family_name: 'Miller', birthdate: '1990-01-01', locale: 'en' })
  await signedIn(page, person, server)
  const ask = { scope: 'openid profile email', prompt: 'consent' }
  await page.goto(authorizationUrl(server, app, ask))
  await expect(row(page, 'profile').getByText('Last name', { exact: true })).toBeHidden()
  await row(page, 'profile').getByText('Show 2 more').click()
  await expect(row(page, 'profile').getByText('Last name', { exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Your profile' })).toBeChecked()
  await page.getByLabel('90 days').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await backAtApp(page, site)
  await page.goto('/account')
  await page.getByLabel('First name', { exact: true }).fill('Joanna')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText('saved')
  await withDatabase((db) => db.app.update({ where: { id: app.id }, data: { name: 'Reading Hall' } }))
  await page.goto(authorizationUrl(server, app, ask))
  await expect(page.getByRole('heading', { name: 'Reading Hall asks you again' })).toBeVisible()
  await expect(page.getByText('this app was called “Reading Room”')).toBeVisible()
  await expect(row(page, 'profile')).toContainText('Changed since last time')
  await expect(row(page, 'email')).not.toContainText('Changed since last time')
  await expect(page.getByLabel(/^As before: until/)).toBeChecked()
  await judgePage(page)
  await site.close()
})
