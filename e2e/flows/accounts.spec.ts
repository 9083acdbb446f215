import type { Page } from '@playwright/test'
import { decodeJwt } from 'jose'
import { randomBase62 } from '#lib/core/random-id'
import { addAuthenticator, logInWithPasskey } from '../fixtures/authenticator'
import { backAtApp, startClientServer } from '../fixtures/client-server'
import { linkFrom, mailsTo } from '../fixtures/mailbox'
import { codeToSend } from '../fixtures/one-time-code'
import { challengeOf, newVerifier } from '../fixtures/pkce'
import { expect, test } from '../fixtures/test'
import { authorizationUrl, exchange } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, type TestPerson } from '../fixtures/world'

const PASSWORD = 'the gravel sings at noon'
const newEmail = () => `${randomBase62(12).toLowerCase()}@people.example`

async function logIn(page: Page, { email, password }: Pick<TestPerson, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

for (const javaScriptEnabled of [false, true]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('an authorization request survives registration and confirmation', async ({ page, server }) => {
      const site = await startClientServer()
      const app = await anApp(await aCompany(), { redirectUris: [site.redirectUri], name: 'Reading Room' })
      const email = newEmail()
      await page.goto(authorizationUrl(server, app))
      await page.getByRole('link', { name: 'Create an account' }).click()
      await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
      await expect(page.getByText('to continue to Reading Room')).toBeVisible()
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill('too short')
      await page.getByRole('button', { name: 'Create account', exact: true }).click()
      await expect(page.locator('main').getByRole('alert')).toContainText('at least 15 characters')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Create account', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
      await expect(page.getByText(email)).toBeVisible()
      await page.goto(await linkFrom(email, 'confirm_email'))
      await page.getByRole('button', { name: 'Confirm the address' }).click()
      await page.getByRole('button', { name: 'Allow' }).click()
      expect((await backAtApp(page, site)).searchParams.get('code')).toMatch(/^sgc_/)
      await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
      expect((await mailsTo(email)).map(({ kind }) => kind).sort()).toEqual(['confirm_email', 'receipt'])
      await site.close()
    })

    test('recovery sets a new password, ends the sessions and keeps quiet about unknown addresses', async ({ page }) => {
      const person = await aPerson()
      for (const email of [newEmail(), person.email]) {
        await page.goto('/recover')
        await page.getByLabel('Email').fill(email)
        await page.getByRole('button', { name: 'Send the code' }).click()
        await expect(page.getByText('If there is an account with this address')).toBeVisible()
      }
      const link = await linkFrom(person.email, 'recover')
      await page.goto(link)
      await page.getByLabel('New password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Save the password' }).click()
      await expect(page.getByRole('status')).toContainText('Your new password is set')
      await logIn(page, { email: person.email, password: PASSWORD })
      await expect(page.getByRole('heading', { name: 'Apps with access' })).toBeVisible()
      await page.goto(link)
      await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    })

    test('a new e-mail address counts once its link was used, and the old one is told', async ({ page, context }) => {
      const [person, other] = [await aPerson(), await aPerson()]
      const newAddress = newEmail()
      await page.goto('/login?return_to=%2Faccount')
      await logIn(page, person)
      await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible()
      for (const email of [other.email, newAddress]) {
        await page.getByLabel('New email address').fill(email)
        await page.getByRole('button', { name: 'Send the link' }).click()
        await expect(page.getByRole('status')).toContainText(`If ${email} can be used here`)
      }
      expect((await mailsTo(other.email)).map(({ kind }) => kind)).toEqual(['address_known'])
      const link = await linkFrom(newAddress, 'change_email')
      await page.goto(link)
      await page.getByRole('button', { name: 'Use this address' }).click()
      await expect(page.getByRole('status')).toContainText('Your email address is changed')
      await expect(page.getByText(newAddress)).toBeVisible()
      expect((await mailsTo(person.email)).map(({ kind }) => kind)).toContain('email_changed')
      await page.goto(link)
      await expect(page.getByText('This link no longer works')).toBeVisible()
      await context.clearCookies()
      await page.goto('/login')
      await logIn(page, { ...person, email: newAddress })
      await expect(page.getByRole('heading', { name: 'Apps with access' })).toBeVisible()
    })

    test('one-time codes are set up, asked for at the next log-in, and told in the id_token', async ({ page, server, context }) => {
      const site = await startClientServer()
      const app = await anApp(await aCompany(), { redirectUris: [site.redirectUri] })
      const person = await aPerson()
      await page.goto('/login?return_to=%2Faccount%2Fsecurity')
      await logIn(page, person)
      await page.getByRole('button', { name: 'Set up' }).click()
      await expect(page.getByAltText('QR code with the secret')).toBeVisible()
      const secret = ((await page.locator('p.font-mono').textContent()) ?? '').replace(/\s/g, '')
      await page.getByLabel('Code', { exact: true }).fill(await codeToSend(secret, -1))
      await page.getByRole('button', { name: 'Switch on' }).click()
      await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
      const recoveryCode = (await page.locator('ul.font-mono li').first().textContent()) ?? ''

      await context.clearCookies()
      const verifier = newVerifier()
      await page.goto(authorizationUrl(server, app, { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }))
      await logIn(page, person)
      await page.getByLabel('Code').fill('000000')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.locator('main').getByRole('alert')).toContainText('wrong or was used already')
      await page.getByLabel('Code').fill(recoveryCode)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Allow' }).click()
      const code = (await backAtApp(page, site)).searchParams.get('code') ?? ''
      const tokens = (await (await exchange(server, app, code, verifier)).json()) as { id_token: string }
      const claims = decodeJwt(tokens.id_token)
      expect(claims.amr).toEqual(['mfa'])
      expect(claims).not.toHaveProperty('auth_time')
      await site.close()
    })
  })
}

test('a passkey is added, logs in by itself, and is named in the id_token', async ({ page, server, context }) => {
  const site = await startClientServer()
  const app = await anApp(await aCompany(), { redirectUris: [site.redirectUri] })
  const person = await aPerson()
  await addAuthenticator(page)
  await page.goto('/login?return_to=%2Faccount%2Fsecurity')
  await logIn(page, person)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('status')).toContainText('The passkey is added')

  await context.clearCookies()
  const verifier = newVerifier()
  await page.goto(
    authorizationUrl(server, app, { code_challenge: challengeOf(verifier), code_challenge_method: 'S256', acr_values: 'any', max_age: '600' }),
  )
  const allow = page.getByRole('button', { name: 'Allow' })
  await logInWithPasskey(page, allow)
  await allow.click()
  const code = (await backAtApp(page, site)).searchParams.get('code') ?? ''
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
  const tokens = (await (await exchange(server, app, code, verifier)).json()) as { id_token: string }
  const claims = decodeJwt(tokens.id_token)
  expect(claims.amr).toEqual(['hwk', 'user', 'mfa'])
  expect(claims.auth_time).toBeGreaterThan(Number(claims.iat) - 600)

  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('status')).toContainText('The passkey is removed')
  expect((await mailsTo(person.email)).map(({ kind }) => kind)).toContain('security_changed')
  await site.close()
})

test('an account planned for deletion is kept by logging in, and mail tells of both browser and plan', async ({ page }) => {
  const person = await aPerson()
  await page.goto('/login?return_to=%2Faccount%2Fdata')
  await logIn(page, person)
  await page.getByText('Delete account…').click()
  await page.getByLabel('Your email address').fill('somebody@else.example')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('Nothing was changed')
  await page.getByLabel('Your email address').fill(person.email)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('status')).toContainText('cancels it')
  await logIn(page, person)
  await expect(page.getByRole('heading', { name: 'Apps with access' })).toBeVisible()
  await expect(page.getByText('Your account stays')).toBeVisible()
  await page.goto('/account/activity')
  await expect(page.getByText('Account deletion cancelled')).toBeVisible()
  expect((await mailsTo(person.email)).map(({ kind }) => kind).sort()).toEqual(['deletion', 'deletion_called_off', 'new_device'])
})

test('signing out others ends every other session and keeps this one', async ({ browser, page, server }) => {
  const person = await aPerson()
  const other = await (await browser.newContext({ baseURL: server, locale: 'en-GB' })).newPage()
  for (const tab of [other, page]) {
    await tab.goto('/login?return_to=%2Faccount%2Fsecurity')
    await logIn(tab, person)
    await expect(tab.getByRole('heading', { name: 'Security' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Log out others' }).click()
  await expect(page.getByRole('status')).toContainText('All other sessions are logged out')
  await other.goto('/account')
  await expect(other).toHaveURL(/\/login/)
  await other.context().close()
})

test('one of several browsers is logged out alone, known by its device and by where it was', async ({ browser, page, server }) => {
  const person = await aPerson()
  const open = async (timezoneId: string) => (await browser.newContext({ baseURL: server, locale: 'en-GB', timezoneId })).newPage()
  const [warsaw, lisbon] = [await open('Europe/Warsaw'), await open('Europe/Lisbon')]
  for (const tab of [warsaw, lisbon, page]) {
    await tab.goto('/login?return_to=%2Faccount%2Fsecurity')
    await logIn(tab, person)
    await expect(tab.getByRole('heading', { name: 'Security' })).toBeVisible()
  }
  await page.goto('/account/security')
  const away = page.getByRole('listitem').filter({ hasText: 'Warsaw' })
  await expect(away).toContainText('Chrome, Linux')
  await away.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('status')).toContainText('logged out')
  await expect(away).toHaveCount(0)
  await warsaw.goto('/account')
  await expect(warsaw).toHaveURL(/\/login/)
  await lisbon.goto('/account/security')
  await expect(lisbon.getByRole('heading', { name: 'Security' })).toBeVisible()
  for (const tab of [warsaw, lisbon]) await tab.context().close()
})
