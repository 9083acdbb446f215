import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ensureTestCompany } from '#lib/companies/environments/store'
import { transaction } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { sendTestMail } from '#lib/relay/panel/test-mail'
import { makeDemoPerson, readDemoPeople } from '#lib/test-environments/demo-people'
import { CODE } from '../../app/docs/_guides/code'
import { staffActor } from '../fixtures/actor'
import { logInWithPasskey } from '../fixtures/authenticator'
import { runAxe } from '../fixtures/run-axe'
import { staffSession } from '../fixtures/sessions'
import { signedIn } from '../fixtures/signed-in'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { authorizationUrl, consentWithoutPages } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'

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
  await expect(page.getByText('it stays readable under Credentials')).toBeVisible()
  await page.getByRole('link', { name: 'Go on to the quickstart' }).click()
  await page.getByRole('link', { name: 'Credentials' }).click()
  await expect(page.locator('main code').filter({ hasText: /^sgs_/ })).toBeVisible()
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(page).toHaveTitle(/Playground/)
  await clean(page)
  await page.getByRole('button', { name: 'Try it now' }).click()

  await expect(page.getByText('Only demo people of')).toBeVisible()
  for (const way of ['Create an account', 'Forgot your password?', 'Email me a code instead']) await expect(page.getByText(way)).toHaveCount(0)
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

test('whoever is sent to a test verification reads at log-in too that it is a test, and a key says who made it', async ({ page, server }) => {
  const company = await aCompany()
  await ownerSignedIn(page, company, server)
  await page.goto('/company')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('nobody here is real')).toBeVisible()
  await page.goto('/company/keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const key = (await page.getByText(/^sgk_test_[0-9A-Za-z]{49}$/).textContent()) ?? ''
  await expect(page.getByRole('listitem').filter({ hasText: 'Never used' })).not.toContainText('by the system')

  const environment = await transaction((tx) => ensureTestCompany(tx, company.actor.companyId, newId('cmp')))
  const app = await anApp({ ...company, actor: staffActor({ companyId: String(environment?.id), staffId: company.actor.id }) })
  const { url } = (await (
    await fetch(`${server}/v1/verifications`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: app.client_id, fields: ['given_name'] }),
    })
  ).json()) as { url: string }
  const visitor = await (await page.context().browser()?.newContext({ locale: 'en-GB' }))?.newPage()
  if (!visitor) throw new Error('no browser')
  await visitor.goto(url)
  await expect(visitor.getByText('This is a test.')).toBeVisible()
  await visitor
    .getByRole('link', { name: 'Log in and go on' })
    .or(visitor.getByRole('button', { name: 'Log in and go on' }))
    .click()
  await expect(visitor.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(visitor.getByText('This is a test.')).toBeVisible()
  await expect(visitor.getByText('Create an account')).toHaveCount(0)
  await clean(visitor)
  await visitor.context().close()
})

test('the account of a demo person says on each page that it is a test, and offers no mail that nobody would get', async ({ page, server }) => {
  const company = await aCompany('Larkspur Books')
  const environment = await transaction((tx) => ensureTestCompany(tx, company.actor.companyId, newId('cmp')))
  const actor = staffActor({ companyId: String(environment?.id), staffId: company.actor.id })
  const app = await anApp({ ...company, actor })
  await makeDemoPerson(actor, 'adult')
  const [demo] = await readDemoPeople(actor.companyId)
  const person = await aPerson()
  const live = await anApp(company)
  for (const [somebody, at, isDemo] of [
    [demo as NonNullable<typeof demo>, app, true],
    [person, live, false],
  ] as const) {
    await consentWithoutPages(somebody, at, ['openid', 'email'])
    await signedIn(page, somebody, server)
    for (const path of ['', '/access', '/aliases', '/security', '/activity', '/data']) {
      await page.goto(`/account${path}`)
      await expect(page.getByText('You are a demo person of Larkspur Books.'), path).toHaveCount(isDemo ? 1 : 0)
      if (isDemo) await clean(page)
    }
    await page.goto('/account/aliases')
    await expect(page.getByRole('button', { name: 'Switch off' })).toHaveCount(1)
    await expect(page.getByText('Send me a test mail')).toHaveCount(isDemo ? 0 : 1)
  }
  expect(await sendTestMail(demo?.id ?? '', app.id, 'en')).toBeNull()
})

test('a form that was opened in one environment does nothing in the other until it is sent again, and keeps what was typed', async ({
  page,
  server,
}) => {
  const company = await aCompany()
  await ownerSignedIn(page, company, server)
  await page.goto('/company/webhooks')
  await page.getByLabel('Address', { exact: true }).fill('https://hooks.shop.example/signet')
  const otherTab = await page.context().newPage()
  await otherTab.goto(`${server}/company`)
  await otherTab.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(otherTab.getByText('nobody here is real')).toBeVisible()
  await otherTab.close()

  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByText('Nothing was done yet: this form was opened in live')).toBeVisible()
  await expect(page.getByText('nobody here is real')).toBeVisible()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('https://hooks.shop.example/signet')
  await clean(page)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('checkbox', { name: 'I have stored it' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'https://hooks.shop.example/signet' })).toBeVisible()
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await expect(page.getByText('nobody here is real')).toHaveCount(0)
  await page.goto('/company/webhooks')
  await expect(page.getByText('No webhooks yet')).toBeVisible()
})

test('somebody with a passkey logs in by the file and the lines that the documentation prints, in one browser after the other', async ({
  browser,
  page,
  server,
}) => {
  const company = await aCompany()
  await ownerSignedIn(page, company, server)
  await page.goto('/company')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByRole('link', { name: 'Demo people' }).click()
  await page.getByLabel('Who it is').selectOption('passkey')
  await page.getByRole('button', { name: 'Make demo person' }).click()
  await expect(page.getByText('They are ready to log in.')).toBeVisible()
  await clean(page)
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the passkey of' }).click()
  const file = readFileSync(await (await coming).path(), 'utf8')
  const stranger = await aCompany()
  const at = await page.getByRole('link', { name: 'Download the passkey of' }).getAttribute('href')
  const foreign = await fetch(server + at, { headers: { cookie: (await staffSession(stranger.actor.id)).cookie }, redirect: 'manual' })
  expect(foreign.status).toBe(404)

  const environment = await transaction((tx) => ensureTestCompany(tx, company.actor.companyId, newId('cmp')))
  const app = await anApp({ ...company, actor: staffActor({ companyId: String(environment?.id), staffId: company.actor.id }) })
  const lines = CODE.testMode?.people?.code(server).replace(/^import .*$/m, '') ?? ''
  const asPrinted = new Function('page', 'readFileSync', `return (async () => {${lines}})()`) as (page: Page, read: () => string) => Promise<void>
  for (const once of ['once', 'again']) {
    const context = await browser.newContext({ locale: 'en-GB' })
    const tab = await context.newPage()
    await asPrinted(tab, () => file)
    await tab.goto(authorizationUrl(server, app))
    await logInWithPasskey(tab, tab.getByRole('button', { name: 'Allow' }))
    await expect(tab.getByText('This is a test.'), once).toBeVisible()
    await context.close()
  }
})
