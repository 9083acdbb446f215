import type { BrowserContext, Page } from '@playwright/test'
import { randomBase62 } from '#lib/core/random-id'
import { addAuthenticator, logInWithPasskey } from '../fixtures/authenticator'
import { backAtApp, startClientServer } from '../fixtures/client-server'
import { linkFrom, mailsTo } from '../fixtures/mailbox'
import { expect, test } from '../fixtures/test'
import { aVerification, linkPath } from '../fixtures/verifications'
import { authorizationUrl } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'

const PASSWORD = 'the gravel sings at noon'
const newEmail = () => `${randomBase62(12).toLowerCase()}@people.example`
const codeFrom = async (email: string) => (await mailsTo(email))[0]?.text.match(/^\d{6}$/m)?.[0] ?? ''

/** Counts what a person goes through: pages that were loaded or came in place, fields they filled, things they pressed. */
function counting(page: Page, server: string) {
  const seen = { screens: 0, fields: 0, clicks: 0 }
  let path = ''
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    const { pathname: next, host } = new URL(frame.url())
    if (host === new URL(server).host && next !== path) seen.screens++
    path = next
  })
  return {
    seen,
    fill: async (label: string, value: string) => {
      seen.fields++
      await page.getByLabel(label).fill(value)
    },
    press: async (role: 'button' | 'link', name: string) => {
      seen.clicks++
      await page.getByRole(role, { name, exact: true }).click()
    },
  }
}

test('a stranger at an app is in with three screens, two fields and a code, and the second visit asks nothing', async ({ page, server }) => {
  const site = await startClientServer()
  const app = await anApp(await aCompany(), { redirectUris: [site.redirectUri], name: 'Reading Room' })
  const [email, person] = [newEmail(), counting(page, server)]
  await page.goto(authorizationUrl(server, app))
  await person.press('link', 'Create an account')
  await person.fill('Email', email)
  await person.fill('Password', PASSWORD)
  await person.press('button', 'Create account')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  const signedIn = { ...person.seen }
  const code = await codeFrom(email)
  await page.getByLabel('Code from the mail').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  expect(signedIn).toEqual({ screens: 3, fields: 2, clicks: 2 })
  await person.press('button', 'Allow')
  await backAtApp(page, site)
  expect(person.seen.clicks).toBe(3)
  expect(page.context().pages()).toHaveLength(1)

  const again = counting(page, server)
  await page.goto(authorizationUrl(server, app))
  await backAtApp(page, site)
  expect(again.seen).toEqual({ screens: 0, fields: 0, clicks: 0 })
  await site.close()
})

test('with a passkey it is one field and a code; a new browser that has it sees one screen, and it stays the last way in', async ({
  page,
  server,
  context,
}) => {
  const site = await startClientServer()
  const app = await anApp(await aCompany(), { redirectUris: [site.redirectUri] })
  await addAuthenticator(page)
  const [email, person] = [newEmail(), counting(page, server)]
  await page.goto(authorizationUrl(server, app))
  await person.press('link', 'Create an account')
  await person.fill('Email', email)
  await person.press('button', 'Continue with a passkey')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(person.seen).toEqual({ screens: 3, fields: 1, clicks: 2 })
  await page.getByLabel('Code from the mail').fill(await codeFrom(email))
  await page.getByRole('button', { name: 'Allow' }).click()
  await backAtApp(page, site)

  await forget(context)
  await page.goto(authorizationUrl(server, app))
  await logInWithPasskey(page, page.getByRole('heading', { name: 'Back at the app' }))
  await backAtApp(page, site)

  await page.goto('/account/security')
  await expect(page.getByText('This passkey is your only way in')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('This is your only way in')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set a password' }).click()
  await expect(page.getByText('Your password is set')).toBeVisible()
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('status')).toContainText('The passkey is removed')
  await site.close()
})

const forget = (context: BrowserContext) => context.clearCookies()

test('the tab that waits goes on by itself when the link is opened on another device', async ({ page, browser, server }) => {
  const path = linkPath(await aVerification(await aCompany()))
  const email = newEmail()
  await page.goto(`/login?return_to=${encodeURIComponent(path)}`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  const number = (await page.getByText(/choose the number \d\d/).textContent())?.match(/number (\d\d)/)?.[1] ?? ''
  const phone = await browser.newPage({ baseURL: server, locale: 'en-GB' })
  await phone.goto(await linkFrom(email, 'confirm_email'))
  await phone.getByRole('button', { name: number, exact: true }).click()
  await expect(phone.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await phone.goto('/account')
  await expect(phone).toHaveURL(/\/login/)
  await phone.close()
})

test('a passkey is offered after a password log-in, and never again once it was refused', async ({ page }) => {
  const person = await aPerson()
  for (const isOffered of [true, false]) {
    await page.goto('/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Apps with access' })).toBeVisible()
    await expect(page.getByText('Next time without a password?')).toHaveCount(isOffered ? 1 : 0)
    if (isOffered) {
      await page.getByRole('button', { name: 'Not now' }).click()
      await expect(page.getByText('Next time without a password?')).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/$/)
  }
})

type Form = { open: (page: Page) => Promise<void>; fields: Record<string, string>; press: string; next: (page: Page) => Promise<void> }

const heading = (name: string) => (page: Page) => expect(page.getByRole('heading', { name })).toBeVisible()

/** Every form on the way in, each with what is typed into it. */
const FORMS: Record<string, () => Promise<Form>> = {
  'log-in': async () => {
    const { email, password } = await aPerson()
    return {
      open: async (page) => void (await page.goto('/login')),
      fields: { Email: email, Password: password },
      press: 'Log in',
      next: heading('Apps with access'),
    }
  },
  'sign-up': async () => ({
    open: async (page) => void (await page.goto('/register')),
    fields: { Email: newEmail(), Password: PASSWORD },
    press: 'Create account',
    next: heading('Check your email'),
  }),
  recovery: async () => ({
    open: async (page) => void (await page.goto('/recover')),
    fields: { Email: newEmail() },
    press: 'Send the code',
    next: heading('Check your email'),
  }),
  'the code of a mail': async () => {
    const { email } = await aPerson()
    return {
      open: async (page) => {
        await page.goto('/login')
        await page.getByLabel('Email').fill(email)
        await page.getByRole('button', { name: 'Email me a code instead' }).click()
        await heading('Check your email')(page)
      },
      fields: { 'Code from the mail': '12345' },
      press: 'Go on',
      next: async (page) => expect(page.locator('main').getByRole('alert')).toContainText('That code is not right'),
    }
  },
  'a new password': async () => {
    const { email } = await aPerson()
    return {
      open: async (page) => {
        await page.goto('/recover')
        await page.getByLabel('Email').fill(email)
        await page.getByRole('button', { name: 'Send the code' }).click()
        await heading('Check your email')(page)
        await page.goto(await linkFrom(email, 'recover'))
      },
      fields: { 'New password': PASSWORD },
      press: 'Save the password',
      next: async (page) => expect(page.getByRole('status')).toContainText('Your new password is set'),
    }
  },
}

for (const [name, prepare] of Object.entries(FORMS)) {
  test(`nothing typed is lost when the network stops: ${name}`, async ({ page }) => {
    const { open, fields, press, next } = await prepare()
    await open(page)
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
    await page.route('**', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await page.getByRole('button', { name: press, exact: true }).click()
    await expect(page.locator('main').getByRole('alert')).toContainText('There is no connection')
    for (const [label, value] of Object.entries(fields)) await expect(page.getByLabel(label)).toHaveValue(value)
    await page.unrouteAll()
    await page.getByRole('button', { name: press, exact: true }).click()
    await next(page)
  })
}

test('a fault stands at its field, which keeps what was typed, and a password can be looked at', async ({ page }) => {
  const { email } = await aPerson()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const password = page.getByLabel('Password')
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toHaveAccessibleDescription(/Wrong email or password/)
  await expect(password).toBeFocused()
  await expect(password).toHaveValue('not the password')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(password).toHaveAttribute('type', 'text')
})
