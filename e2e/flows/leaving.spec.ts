import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { beginTotp, confirmTotp, readTotpSetUp } from '#lib/accounts/factors/totp-set-up'
import { withDatabase } from '#lib/core/db'
import { PEOPLE } from '#lib/users/people'
import { addAuthenticator } from '../fixtures/authenticator'
import { backAtApp, type ClientServer, startClientServer } from '../fixtures/client-server'
import { codeOfStep, codeToSend } from '../fixtures/one-time-code'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { authorizationUrl, consentWithoutPages } from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson, type TestPerson } from '../fixtures/world'

/** Nothing but the pages themselves keeps a script from asking for the app's callback. */
test.use({ bypassCSP: true })

async function logIn(page: Page, { email, password }: TestPerson) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Once, by a navigation: a second request would bring the app the same code again, a script's would show it to the page. */
async function expectOneNavigation(page: Page, site: ClientServer) {
  await backAtApp(page, site)
  await setTimeout(500)
  expect(site.purposes).toEqual(['document'])
}

async function anAppWithConsentOf(person: TestPerson) {
  const site = await startClientServer()
  const app = await anApp(await aCompany(), { redirectUris: [site.redirectUri] })
  await consentWithoutPages(person, app, ALL_SCOPES)
  return { site, app }
}

test('a log-in by password leads to the app by one navigation', async ({ page, server }) => {
  const person = await aPerson()
  const { site, app } = await anAppWithConsentOf(person)
  await page.goto(authorizationUrl(server, app))
  await logIn(page, person)
  await expectOneNavigation(page, site)
  await site.close()
})

test('a second factor leads to the app by one navigation', async ({ page, server }) => {
  const person = await aPerson()
  const { site, app } = await anAppWithConsentOf(person)
  await signedIn(page, person, server)
  const [session] = await withDatabase((db) => db.userSession.findMany({ where: { userId: person.id } }))
  await beginTotp(PEOPLE, person.id)
  const secret = (await readTotpSetUp(PEOPLE, person.id))?.secret ?? ''
  await confirmTotp(PEOPLE, person.id, Buffer.from(session?.idHash ?? ''), await codeOfStep(secret, -1))
  await page.context().clearCookies()
  await page.goto(authorizationUrl(server, app))
  await logIn(page, person)
  await page.getByLabel('Code').fill(await codeToSend(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectOneNavigation(page, site)
  await site.close()
})

test('a passkey leads to the app by one navigation', async ({ page, server }) => {
  const person = await aPerson()
  const { site, app } = await anAppWithConsentOf(person)
  await addAuthenticator(page)
  await page.goto('/login?return_to=%2Faccount%2Fsecurity')
  await logIn(page, person)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('status')).toContainText('The passkey is added')
  await page.context().clearCookies()
  await page.goto(authorizationUrl(server, app))
  const there = page.getByRole('heading', { name: 'Back at the app' })
  const button = page.getByRole('button', { name: 'Use a passkey' })
  await button.or(there).first().waitFor()
  await button.click({ timeout: 5000 }).catch(() => {})
  await expectOneNavigation(page, site)
  await site.close()
})

for (const decision of ['Allow', 'Deny']) {
  test(`"${decision}" leads to the app by one navigation`, async ({ page, server }) => {
    const person = await aPerson()
    const site = await startClientServer()
    const app = await anApp(await aCompany(), { redirectUris: [site.redirectUri] })
    await signedIn(page, person, server)
    await page.goto(authorizationUrl(server, app))
    await page.getByRole('button', { name: decision }).click()
    await expectOneNavigation(page, site)
    await site.close()
  })
}

test('going on with the account that is logged in leads to the app by one navigation', async ({ page, server }) => {
  const person = await aPerson()
  const { site, app } = await anAppWithConsentOf(person)
  await signedIn(page, person, server)
  await page.goto(authorizationUrl(server, app, { prompt: 'select_account' }))
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await expectOneNavigation(page, site)
  await site.close()
})
