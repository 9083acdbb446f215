import type { Browser, Page } from '@playwright/test'
import { withDatabase } from '#lib/core/db'
import { addAuthenticator, logInWithPasskey } from '../fixtures/authenticator'
import { judgePage } from '../fixtures/judge-page'
import { LOOKS, looks } from '../fixtures/looks'
import { mailsTo } from '../fixtures/mailbox'
import { codeToSend } from '../fixtures/one-time-code'
import { ownerSignedIn, staffSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, aMember, anApp, type TestCompany } from '../fixtures/world'

type Credentials = { email: string; password: string }

async function logIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/company/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).not.toHaveURL(/\/company\/login(\?|$)/)
}

/** Sets one-time codes up on the security page that is open. @returns the secret and the recovery codes shown this once */
async function setUpCodes(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByAltText('QR code with the secret')).toBeVisible()
  const secret = (await page.locator('p.font-mono').innerText()).replace(/\s/g, '')
  await page.getByLabel('Code', { exact: true }).fill(await codeToSend(secret, -1))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const recoveryCodes = await page.locator('ul.font-mono li').allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  return { secret, recoveryCodes }
}

const giveCode = async (page: Page, value: string) => {
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await page.getByLabel('Code').fill(value)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** As if nobody had proven for eleven minutes who sits there. */
const laterOn = ({ actor }: Pick<TestCompany, 'actor'>) => {
  const provenAt = new Date(Date.now() - 11 * 60_000)
  return withDatabase((db) => db.staffSession.updateMany({ where: { staffId: actor.id as string }, data: { provenAt } }))
}

const elsewhere = async (browser: Browser, server: string) => (await browser.newContext({ baseURL: server })).newPage()

const panelOf = (page: Page, { name }: { name: string }) => page.getByRole('heading', { name })

for (const javaScriptEnabled of [false, true]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('a member sets up one-time codes; log-ins then ask for one, each good once, or for a recovery code', async ({ page, browser, server }) => {
      const company = await aCompany()
      await logIn(page, company)
      await page.goto('/company/security')
      const { secret, recoveryCodes } = await setUpCodes(page)

      const other = await elsewhere(browser, server)
      await logIn(other, company)
      await giveCode(other, '000000')
      await expect(other.locator('main').getByRole('alert')).toContainText('wrong or was used already')
      await giveCode(other, await codeToSend(secret, 1))
      await expect(panelOf(other, company)).toBeVisible()

      const third = await elsewhere(browser, server)
      await logIn(third, company)
      await giveCode(third, recoveryCodes[0] ?? '')
      await expect(panelOf(third, company)).toBeVisible()
      expect((await mailsTo(company.email)).map(({ kind }) => kind)).toContain('staff_security_changed')

      await third.goto('/company/security')
      await expect(third.getByText('9 recovery codes are left')).toBeVisible()
      await third.getByRole('link', { name: 'Manage' }).click()
      await expect(third).toHaveURL(/\/security\/codes/)
      await third.getByLabel('Password').fill(company.password)
      await third.getByRole('button', { name: 'Switch one-time codes off' }).click()
      await expect(third.getByRole('status')).toContainText('One-time codes are switched off')
      await logIn(await elsewhere(browser, server), company)
    })

    test('what matters asks for the password after ten minutes, and loses nothing that was typed', async ({ page, server }) => {
      const company = await aCompany()
      const app = await anApp(company)
      await ownerSignedIn(page, company, server)
      await laterOn(company)
      await page.goto('/company/keys')
      await page.getByLabel('Name').fill('Billing server')
      await page.getByRole('button', { name: 'Create API key' }).click()
      await expect(page.getByRole('status')).toContainText('type your password as well')
      await expect(page.getByLabel('Name')).toHaveValue('Billing server')
      await page.getByLabel('Your password').fill('not the password')
      await page.getByRole('button', { name: 'Create API key' }).click()
      await expect(page.locator('main').getByRole('alert')).toContainText('That is not right')
      await page.getByLabel('Your password').fill(company.password)
      await page.getByRole('button', { name: 'Create API key' }).click()
      await expect(page.getByText('This is shown once')).toBeVisible()

      await laterOn(company)
      await page.goto(`/company/apps/${app.id}`)
      const addresses = page.getByRole('textbox', { name: /Return addresses/ })
      await addresses.fill(`${app.redirect_uri}\nhttps://second.example/callback`)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('type your password as well')).toBeVisible()
      await expect(addresses).toHaveValue(/second\.example/)
      await page.getByLabel('Your password').fill(company.password)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page).toHaveURL(/done=saved/)

      await laterOn(company)
      await page.goto(`/company/apps/${app.id}/credentials?confirm=rotate`)
      await page.getByRole('button', { name: 'Rotate secret' }).click()
      await expect(page.getByRole('heading', { name: 'Is it still you?' })).toBeVisible()
      await page.getByRole('textbox', { name: 'Your password' }).fill(company.password)
      await page.getByRole('button', { name: 'Go on', exact: true }).click()
      await page.getByRole('button', { name: 'Rotate secret' }).click()
      await expect(page.getByText('This is shown once')).toBeVisible()
    })

    test('a name of an app is changed without being asked again: nobody is led elsewhere by it', async ({ page, server }) => {
      const company = await aCompany()
      const app = await anApp(company)
      await ownerSignedIn(page, company, server)
      await laterOn(company)
      await page.goto(`/company/apps/${app.id}`)
      await page.getByLabel('Name', { exact: true }).fill('Another name')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page).toHaveURL(/done=saved/)
    })
  })
}

test('members and roles change after a proof only', async ({ page, server }) => {
  const company = await aCompany()
  const member = await aMember(company, 'developer', 'Ada Quill')
  await ownerSignedIn(page, company, server)
  await laterOn(company)
  await page.goto(`/company/members/${member.actor.id}`)
  await page.getByLabel('Role').selectOption('admin')
  await page.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByRole('heading', { name: 'Is it still you?' })).toBeVisible()
  expect((await withDatabase((db) => db.staffMember.findFirstOrThrow({ where: { id: member.actor.id as string } }))).role).toBe('developer')
  await page.getByRole('textbox', { name: 'Your password' }).fill(company.password)
  await page.getByRole('button', { name: 'Go on', exact: true }).click()
  await page.getByLabel('Role').selectOption('admin')
  await page.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByRole('status')).toContainText('The role is changed')
})

test('a member adds a passkey, logs in with it, proves with it, and removes it', async ({ page }) => {
  const company = await aCompany()
  await addAuthenticator(page)
  await logIn(page, company)
  await page.goto('/company/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('status')).toContainText('The passkey is added')
  // Where the passkey is offered by itself, the page of the log-in may be gone before it is looked at.
  const atLogIn = page.waitForURL(/\/company\/login/)
  await page.getByRole('button', { name: 'Log out', exact: true }).first().click()
  await atLogIn
  await logInWithPasskey(page, panelOf(page, company))

  await laterOn(company)
  await page.goto('/company/security')
  await expect(page.getByText('with a passkey')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'Is it still you?' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('status')).toContainText('The passkey is removed')
})

test('a passkey of a company account opens no account of a person', async ({ page }) => {
  const company = await aCompany()
  await addAuthenticator(page)
  await logIn(page, company)
  await page.goto('/company/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('status')).toContainText('The passkey is added')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('That did not work')
  await expect(page).toHaveURL(/\/login/)
})

test('a new browser is told by mail, is listed, and is logged out alone', async ({ page, browser, server }) => {
  const company = await aCompany()
  await logIn(page, company)
  await expect(panelOf(page, company)).toBeVisible()
  const [second, third] = [await elsewhere(browser, server), await elsewhere(browser, server)]
  await logIn(second, company)
  await expect(panelOf(second, company)).toBeVisible()
  await logIn(third, company)
  await expect(panelOf(third, company)).toBeVisible()
  const told = (await mailsTo(company.email)).filter(({ kind }) => kind === 'staff_new_device')
  expect(told).toHaveLength(3)
  expect(told[0]?.text).toContain('Chrome, Linux')

  await page.goto('/company/security')
  await expect(page.getByRole('listitem').filter({ hasText: 'Chrome, Linux' })).toHaveCount(3)
  await page.getByRole('button', { name: 'Log out Chrome, Linux' }).first().click()
  await expect(page.getByRole('status')).toContainText('That browser is logged out')
  await third.goto('/company/keys')
  await expect(third.getByRole('heading', { name: 'Company log-in' })).toBeVisible()
  await second.goto('/company/keys')
  await expect(second.getByRole('heading', { name: 'API keys' })).toBeVisible()
})

test('an owner requires a second factor of everybody; a member without one can do nothing but set one up', async ({ page, browser, server }) => {
  const company = await aCompany()
  const member = await aMember(company, 'developer', 'Ada Quill')
  await logIn(page, company)
  await page.goto('/company/security')
  await page.getByRole('button', { name: 'Require a second factor' }).click()
  await expect(page.getByText('Require a second factor of everybody?')).toBeVisible()
  await judgePage(page)
  await page.getByRole('button', { name: 'Require a second factor' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('for yourself first')
  await page.goto('/company/security')
  await setUpCodes(page)
  await page.getByRole('link', { name: 'I have stored them' }).click()
  await page.getByRole('button', { name: 'Require a second factor' }).click()
  await page.getByRole('button', { name: 'Require a second factor' }).click()
  await expect(page.getByRole('status')).toContainText('everybody needs a second factor')
  expect((await mailsTo(member.email)).map(({ kind }) => kind)).toContain('staff_factor_required')

  const theirs = await elsewhere(browser, server)
  await logIn(theirs, member)
  await expect(theirs.getByText('requires a second factor')).toBeVisible()
  await judgePage(theirs)
  for (const path of ['', '/apps', '/keys', '/members', '/audit', '/settings', '/verifications', '/account', '/audit/csv', '/apps/new']) {
    await theirs.goto(`/company${path}`)
    await expect(theirs, path).toHaveURL(/\/company\/security$/)
  }
  await setUpCodes(theirs)
  await theirs.getByRole('link', { name: 'I have stored them' }).click()
  await theirs.goto('/company/apps')
  await expect(theirs).toHaveURL(/\/company\/apps$/)

  await theirs.goto('/company/security/codes')
  await theirs.getByLabel('Password').fill(member.password)
  await theirs.getByRole('button', { name: 'Switch one-time codes off' }).click()
  await expect(theirs.locator('main').getByRole('alert')).toContainText('this is your only one')

  await page.goto(`/company/members/${member.actor.id}`)
  await page.getByRole('button', { name: 'Reset second factor' }).click()
  await page.getByRole('button', { name: 'Reset second factor' }).click()
  await expect(page.getByRole('status')).toContainText('logged out everywhere')
  await theirs.goto('/company/apps')
  await expect(theirs.getByRole('heading', { name: 'Company log-in' })).toBeVisible()
})

test('a password alone does not pass where a passkey is there and a second factor required', async ({ page, browser, server }) => {
  const company = await aCompany()
  await addAuthenticator(page)
  await logIn(page, company)
  await page.goto('/company/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('status')).toContainText('The passkey is added')
  await page.getByRole('button', { name: 'Require a second factor' }).click()
  await page.getByRole('button', { name: 'Require a second factor' }).click()
  await expect(page.getByRole('status')).toContainText('everybody needs a second factor')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('this is your only one')

  const other = await elsewhere(browser, server)
  await logIn(other, company)
  const owed = other.getByRole('heading', { name: 'One more step' })
  await expect(owed).toBeVisible()
  await judgePage(other)
  for (const path of ['/company', '/company/security', '/company/security/codes']) {
    await other.goto(path)
    await expect(owed).toBeVisible()
  }

  await ownerSignedIn(page, company, server)
  await page.goto('/company/keys')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible()
})

for (const locale of looks('en', 'pl')) {
  test(`the pages of company security fit a small screen and have no fault, in ${locale}`, LOOKS, async ({ browser, server }) => {
    const context = await browser.newContext({ locale: locale === 'pl' ? 'pl-PL' : 'en-GB', viewport: { width: 320, height: 640 }, baseURL: server })
    const page = await context.newPage()
    const company = await aCompany()
    const member = await aMember(company, 'admin')
    await staffSignedIn(page, member.actor.id as string, server)
    await ownerSignedIn(page, company, server)
    for (const path of ['/security', '/security?confirm=rule', '/account', '/members', '/keys', `/members/${member.actor.id}`]) {
      await page.goto(`/company${path}`)
      await judgePage(page)
    }
    await page.goto('/company/security')
    await page
      .locator('form', { has: page.getByRole('button', { name: locale === 'pl' ? 'Skonfiguruj' : 'Set up' }) })
      .getByRole('button')
      .click()
    await expect(page.locator('img[src^="data:image/svg"]')).toBeVisible()
    await judgePage(page)
    const secret = (await page.locator('p.font-mono').innerText()).replace(/\s/g, '')
    await page.locator('input[name=code]').fill(await codeToSend(secret, -1))
    await page.locator('main form button[type=submit]').first().click()
    await expect(page.locator('ul.font-mono li')).toHaveCount(10)
    await judgePage(page)
    await page.goto('/company/security/codes')
    await judgePage(page)
    await laterOn(company)
    await page.goto('/company/prove?return_to=%2Fcompany%2Fkeys')
    await judgePage(page)
    await context.close()
  })
}
