import { createLocalJWKSet, flattenedVerify, type JSONWebKeySet } from 'jose'
import { beginTotp, readTotpSetUp } from '#lib/accounts/factors/totp-set-up'
import { aStranger } from '#lib/accounts/testing/clients'
import { transaction } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { timesFor } from '#lib/i18n/times'
import { requestEmailChange } from '#lib/users/account/change-email'
import { recordActivity } from '#lib/users/activity/store'
import { PEOPLE } from '#lib/users/people'
import { requestRecovery } from '#lib/users/recover'
import { register } from '#lib/users/register'
import { judgePage } from '../fixtures/judge-page'
import { LOOKS, looks } from '../fixtures/looks'
import { linkFrom } from '../fixtures/mailbox'
import { codeToSend } from '../fixtures/one-time-code'
import { COOKIE_HEADERS, signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { refresh, tokensWithConsent, userinfo } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'

test('withdrawing one scope narrows userinfo at the next request; offline_access ends refresh tokens', async ({ page, server }) => {
  const app = await anApp(await aCompany(), { name: 'Reading Room' })
  const visitor = await signedIn(page, await aPerson(), server)
  const tokens = await tokensWithConsent(server, app, visitor, 'openid given_name email offline_access')
  expect(Object.keys(await (await userinfo(server, tokens.access_token)).json()).sort()).toEqual(['email', 'email_verified', 'given_name', 'sub'])
  await page.goto('/account/access')
  await page.getByRole('button', { name: 'Stop sharing “Write to you” with Reading Room' }).click()
  await expect(page.getByRole('status')).toContainText('can no longer read: Write to you')
  expect(Object.keys(await (await userinfo(server, tokens.access_token)).json()).sort()).toEqual(['given_name', 'sub'])
  await page.getByRole('button', { name: /Stop sharing “Stay connected/ }).click()
  await expect(page.getByRole('status')).toContainText('Stay connected')
  const refused = await refresh(server, app, tokens.refresh_token ?? '')
  expect([refused.status, (await refused.json()).error]).toEqual([400, 'invalid_grant'])
  expect((await userinfo(server, tokens.access_token)).status).toBe(200)
})

test('withdrawing everything holds for the next request on every web process', async ({ page, server }) => {
  const everyProcess = [server, process.env.NEXT_URL ?? server]
  const app = await anApp(await aCompany())
  const visitor = await signedIn(page, await aPerson(), server)
  const tokens = await tokensWithConsent(server, app, visitor, 'openid email offline_access')
  for (const web of everyProcess) expect((await userinfo(web, tokens.access_token)).status).toBe(200)
  await page.goto('/account/access')
  await page.getByRole('button', { name: 'Withdraw access' }).click()
  await page.getByRole('button', { name: 'Withdraw access' }).click()
  await expect(page.getByRole('status')).toContainText('has no access any more')
  for (const web of everyProcess) {
    expect((await userinfo(web, tokens.access_token)).status).toBe(401)
    expect((await (await refresh(web, app, tokens.refresh_token ?? '')).json()).error).toBe('invalid_grant')
  }
})

test('the panel shows the very answer that userinfo gives', async ({ page, server }) => {
  const app = await anApp(await aCompany())
  const visitor = await signedIn(page, await aPerson(), server)
  const tokens = await tokensWithConsent(server, app, visitor, 'openid profile email')
  await page.goto('/account/access')
  await page.getByText('What this app knows about you').click()
  expect(JSON.parse((await page.locator('pre').textContent()) ?? '')).toEqual(await (await userinfo(server, tokens.access_token)).json())
})

test('a receipt can be read, and checked with the published keys, by its owner only', async ({ page, server }) => {
  const app = await anApp(await aCompany(), { name: 'Reading Room' })
  const visitor = await signedIn(page, await aPerson(), server)
  await tokensWithConsent(server, app, visitor, 'openid email', ['openid'])
  await page.goto('/account/access')
  await page.getByRole('link', { name: /Reading Room/ }).click()
  await expect(page.getByRole('heading', { name: 'Consent receipt' })).toBeVisible()
  const address = `${page.url()}/signed`
  const jws = await (await page.request.get(address)).json()
  const keys = createLocalJWKSet((await (await fetch(`${server}/.well-known/jwks.json`)).json()) as JSONWebKeySet)
  const { payload } = await flattenedVerify(jws, keys)
  const receipt = JSON.parse(new TextDecoder().decode(payload))
  expect(receipt).toMatchObject({ iss: server, app: 'Reading Room', granted: [{ scope: 'openid', claims: ['sub'] }], declined: ['email'] })
  const stranger = await signedIn(page, await aPerson(), server)
  expect((await fetch(address, { headers: COOKIE_HEADERS(stranger) })).status).toBe(404)
  expect((await fetch(address)).status).toBe(404)
})

test('an alias is switched off and on again', async ({ page, server }) => {
  const app = await anApp(await aCompany(), { name: 'Reading Room' })
  const visitor = await signedIn(page, await aPerson(), server)
  await tokensWithConsent(server, app, visitor, 'openid email')
  await page.goto('/account/aliases')
  await page.getByRole('button', { name: 'Switch off the alias for Reading Room' }).click()
  await expect(page.getByRole('status')).toContainText('The alias is off.')
  await page.getByRole('button', { name: 'Switch on the alias for Reading Room' }).click()
  await expect(page.getByRole('status')).toContainText('The alias is on.')
})

test('a name is saved and comes back, in Polish too', async ({ browser, server }) => {
  const context = await browser.newContext({ locale: 'pl-PL', baseURL: server })
  const page = await context.newPage()
  await signedIn(page, await aPerson(), server)
  await page.goto('/account')
  await page.getByLabel('Imię').fill('Łucja')
  await page.getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.getByRole('status')).toContainText('Profil został zapisany')
  await expect(page.getByLabel('Imię')).toHaveValue('Łucja')
  await context.close()
})

test('times are told in UTC, then in the zone of the browser, then in that of the account; the region decides their order', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Pacific/Auckland', baseURL: server })
  const page = await context.newPage()
  const moment = page.getByRole('list').getByRole('time').first()
  const isTold = async (zone?: string) => {
    const at = new Date(String(await moment.getAttribute('datetime')))
    await expect(moment).toHaveText(timesFor({ locale: 'en', preferences: 'en-US', zones: [zone] }).moment(at))
  }
  const person = await aPerson()
  await signedIn(page, person, server)
  await transaction((tx) => recordActivity(tx, person.id, 'account.profile_changed'))
  await page.goto('/account/activity')
  await isTold()
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name === 'signet-zone')).toBe(true)
  await page.reload()
  await isTold('Pacific/Auckland')
  await expect(page.getByText('Times are in the zone Pacific/Auckland.')).toBeVisible()

  await page.goto('/account')
  await page.getByLabel('Time zone').selectOption('America/St_Johns')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText('Your profile is saved')
  await page.goto('/account/activity')
  await isTold('America/St_Johns')
  await context.close()
})

test('names with markup are shown as text, wherever they come from', async ({ page, server }) => {
  const markup = '<img src=x onerror=document.title=1><b>x</b>'
  const app = await anApp(await aCompany(markup), { name: markup })
  const visitor = await signedIn(page, await aPerson({ given_name: markup, family_name: markup }), server)
  await tokensWithConsent(server, app, visitor, 'openid profile')
  for (const path of [
    '/account',
    '/account/access',
    '/account/aliases',
    '/account/activity',
    `/account/access?withdrawn=${encodeURIComponent(markup)}`,
  ]) {
    await page.goto(path)
    expect(await page.locator('main img, main b').count()).toBe(0)
    expect(await page.title()).not.toBe('1')
  }
})

for (const locale of looks('en-GB', 'pl-PL')) {
  test(`account pages have no accessibility violations and fit 320 px, in either theme: ${locale}`, LOOKS, async ({ browser, server }) => {
    const context = await browser.newContext({ locale, baseURL: server, viewport: { width: 320, height: 800 } })
    const page = await context.newPage()
    const visit = async (path: string) => {
      await page.goto(path)
      await judgePage(page)
    }
    for (const path of ['/register', '/recover', '/recover/none', '/confirm/none', '/confirm/elsewhere?done=confirmed', '/login']) await visit(path)
    const newcomer = `${randomBase62(12).toLowerCase()}@people.example`
    await register({ email: newcomer, password: 'the gravel sings at noon', locale: 'en' }, aStranger())
    await visit(await linkFrom(newcomer, 'confirm_email'))
    const person = await aPerson()
    await requestRecovery(person.email, aStranger())
    await visit(await linkFrom(person.email, 'recover'))
    const visitor = await signedIn(page, person, server)
    await tokensWithConsent(server, await anApp(await aCompany()), visitor, 'openid profile email offline_access')
    for (const path of ['', '/access', '/aliases', '/security', '/activity', '/data']) await visit(`/account${path}`)
    await visit(await linkFrom(person.email, 'receipt'))
    const moved = `${randomBase62(12).toLowerCase()}@people.example`
    await requestEmailChange(person.id, moved, aStranger())
    await visit(await linkFrom(moved, 'change_email'))
    await beginTotp(PEOPLE, person.id)
    await visit('/account/security/codes')
    const { secret } = (await readTotpSetUp(PEOPLE, person.id)) ?? { secret: '' }
    await page.locator('input[name=code]').fill(await codeToSend(secret, -1))
    await page
      .locator('form', { has: page.locator('input[name=code]') })
      .locator('button[type=submit]')
      .click()
    await expect(page.locator('ul.font-mono li')).toHaveCount(10)
    await judgePage(page)
    await visit('/dev/outbox')
    await context.close()
  })
}
