import type { Page } from '@playwright/test'
import { backAtApp, type ClientServer, startClientServer } from '../fixtures/client-server'
import { judgePage } from '../fixtures/judge-page'
import { expect, test } from '../fixtures/test'
import { authorizationUrl } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, type TestApp, type TestPerson } from '../fixtures/world'

type Scene = { app: TestApp; person: TestPerson; site: ClientServer }

async function aScene(scopes?: string[]): Promise<Scene> {
  const site = await startClientServer()
  return { site, person: await aPerson(), app: await anApp(await aCompany(), { redirectUris: [site.redirectUri], scopes, name: 'Reading Room' }) }
}

async function logIn(page: Page, person: TestPerson) {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('log-in, a wrong password, consent with a declined scope, and withdrawal all work', async ({ page, server }) => {
    const { app, person, site } = await aScene()
    await page.goto(authorizationUrl(server, app, { scope: 'openid email given_name' }))
    await logIn(page, { ...person, password: 'not the password' })
    await expect(page.getByRole('alert')).toContainText('Wrong email or password')
    await logIn(page, person)
    await page.getByRole('checkbox', { name: 'Write to you' }).uncheck()
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
    expect((await backAtApp(page, site)).searchParams.get('code')).toMatch(/^sgc_/)

    await page.goto('/account/access')
    await page.getByRole('button', { name: 'Withdraw access' }).click()
    await page.getByRole('button', { name: 'Withdraw access' }).click()
    await expect(page.getByRole('status')).toContainText('Reading Room has no access any more.')
    await expect(page.getByRole('heading', { name: 'No app has access' })).toBeVisible()
    await site.close()
  })
})

test('Deny sends access_denied back and remembers nothing', async ({ page, server }) => {
  const { app, person, site } = await aScene()
  await page.goto(authorizationUrl(server, app))
  await logIn(page, person)
  await page.getByRole('button', { name: 'Deny' }).click()
  const callback = await backAtApp(page, site)
  expect(callback.searchParams.get('error')).toBe('access_denied')
  expect(callback.searchParams.get('state')).toBe('st-1')
  await page.goto(authorizationUrl(server, app))
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  await site.close()
})

test('only the scopes still unanswered stand out on a later visit', async ({ page, server }) => {
  const { app, person, site } = await aScene()
  await page.goto(authorizationUrl(server, app, { scope: 'openid email' }))
  await logIn(page, person)
  await page.getByRole('button', { name: 'Allow' }).click()
  await backAtApp(page, site)
  await page.goto(authorizationUrl(server, app, { scope: 'openid email given_name' }))
  await expect(page.getByRole('heading', { name: 'Reading Room asks for something new' })).toBeVisible()
  await expect(page.getByText('New', { exact: true })).toHaveCount(1)
  await site.close()
})

test('prompt=login asks for the password again although a session is there', async ({ page, server }) => {
  const { app, person, site } = await aScene()
  await page.goto(authorizationUrl(server, app))
  await logIn(page, person)
  await page.getByRole('button', { name: 'Allow' }).click()
  await backAtApp(page, site)
  for (const fresh of [{ prompt: 'login' }, { max_age: '0' }]) {
    await page.goto(authorizationUrl(server, app, fresh))
    await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
    await expect(page.getByText(person.email)).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveCount(0)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    expect((await backAtApp(page, site)).searchParams.get('code')).toMatch(/^sgc_/)
  }
  await site.close()
})

/** Whether an app that asks without a screen gets a code from this browser. */
async function isAnsweredSilently(page: Page, server: string, app: TestApp): Promise<boolean> {
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const response = await fetch(authorizationUrl(server, app, { prompt: 'none' }), { redirect: 'manual', headers: { cookie } })
  return response.headers.get('location')?.includes('code=sgc_') === true
}

test('prompt=select_account offers this account and another, and both stay logged in', async ({ page, server }) => {
  const { app, person, site } = await aScene()
  await page.goto(authorizationUrl(server, app))
  await logIn(page, person)
  await page.getByRole('button', { name: 'Allow' }).click()
  await backAtApp(page, site)

  await page.goto(authorizationUrl(server, app, { prompt: 'select_account' }))
  await page.getByRole('button', { name: `Continue as ${person.email}` }).click()
  expect((await backAtApp(page, site)).searchParams.get('code')).toMatch(/^sgc_/)

  await page.goto(authorizationUrl(server, app, { prompt: 'select_account' }))
  await page.getByRole('button', { name: 'Use another account' }).click()
  const other = await aPerson()
  await logIn(page, other)
  await expect(page.getByText(`Logged in as ${other.email}`)).toBeVisible()

  // The first one is still logged in, and no app is answered from it until somebody chooses it.
  expect(await isAnsweredSilently(page, server, app)).toBe(false)
  await page.goto(authorizationUrl(server, app, { prompt: 'select_account' }))
  await expect(page.getByRole('button', { name: /^Continue as / })).toHaveCount(2)
  await page.getByRole('button', { name: `Continue as ${person.email}` }).click()
  expect((await backAtApp(page, site)).searchParams.get('code')).toMatch(/^sgc_/)
  expect(await isAnsweredSilently(page, server, app)).toBe(true)

  // Each is logged out by itself.
  await page.goto('/login?choose=1')
  await page.getByRole('button', { name: `Log out of ${other.email}` }).click()
  await expect(page.getByRole('button', { name: /^Continue as / })).toHaveCount(1)
  await page.getByRole('button', { name: `Continue as ${person.email}` }).click()
  await expect(page.getByRole('heading', { name: 'Apps with access' })).toBeVisible()
  await site.close()
})

test('login_hint fills the address in and ui_locales chooses the language', async ({ page, server }) => {
  const { app, person, site } = await aScene()
  await page.goto(authorizationUrl(server, app, { login_hint: person.email, ui_locales: 'pl en' }))
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  await expect(page.getByRole('heading', { name: 'Zaloguj się' })).toBeVisible()
  await site.close()
})

test('the whole way in Polish: log-in, consent, panel, withdrawal', async ({ browser, server }) => {
  const context = await browser.newContext({ locale: 'pl-PL', baseURL: server })
  const page = await context.newPage()
  const { app, person, site } = await aScene()
  await page.goto(authorizationUrl(server, app, { scope: 'openid email' }))
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Hasło').fill(person.password)
  await page.getByRole('button', { name: 'Zaloguj się' }).click()
  await expect(page.getByRole('heading', { name: 'Reading Room prosi o dostęp' })).toBeVisible()
  await expect(page.getByText('Niezweryfikowana przez Signet')).toBeVisible()
  await page.getByRole('button', { name: 'Zezwól' }).click()
  await backAtApp(page, site)
  await page.goto('/account/access')
  await page.getByRole('button', { name: 'Wycofaj dostęp' }).click()
  await page.getByRole('button', { name: 'Wycofaj dostęp' }).click()
  await expect(page.getByText('Reading Room nie ma już dostępu.')).toBeVisible()
  await context.close()
  await site.close()
})

test('a second submit of the same consent form gives a code again', async ({ page, server }) => {
  const { app, person, site } = await aScene()
  await page.goto(authorizationUrl(server, app))
  await logIn(page, person)
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  const second = await page.context().newPage()
  await second.goto(page.url())
  for (const tab of [page, second]) {
    await tab.getByRole('button', { name: 'Allow' }).click()
    expect((await backAtApp(tab, site)).searchParams.get('code')).toMatch(/^sgc_/)
  }
  await site.close()
})

test('an expired or unknown request is explained, logged in or not', async ({ page }) => {
  await page.goto('/login?interaction=int_0000000000000000000000')
  await expect(page.getByRole('heading', { name: 'This request has expired' })).toBeVisible()
  await page.goto('/login')
  await logIn(page, await aPerson())
  await expect(page.getByRole('heading', { name: 'Apps with access' })).toBeVisible()
  await page.goto('/consent/int_0000000000000000000000')
  await expect(page.getByRole('heading', { name: 'This request has expired' })).toBeVisible()
})

test('nobody sees the panel without logging in, and logging out ends the session for good', async ({ page }) => {
  const person = await aPerson()
  await page.goto('/account/access')
  await expect(page).toHaveURL(/\/login\?return_to=/)
  await logIn(page, person)
  await expect(page.getByRole('heading', { name: 'Apps with access' })).toBeVisible()
  const cookies = await page.context().cookies()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.context().addCookies(cookies)
  await page.goto('/account/access')
  await expect(page).toHaveURL(/\/login/)
})

test('log-in, consent, access and home have no accessibility violations in either theme', async ({ browser, server }) => {
  const context = await browser.newContext({ locale: 'en-GB', baseURL: server })
  const page = await context.newPage()
  const { app, person, site } = await aScene()
  await page.goto('/')
  await judgePage(page)
  await page.goto(authorizationUrl(server, app, { scope: 'openid profile email age_over_18' }))
  await judgePage(page)
  await logIn(page, { ...person, password: 'wrong' })
  await expect(page.locator('main').getByRole('alert')).toBeVisible()
  await judgePage(page)
  await logIn(page, person)
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  await judgePage(page)
  await page.getByRole('button', { name: 'Allow' }).click()
  await backAtApp(page, site)
  await page.goto('/account/access')
  await judgePage(page)
  await page.getByRole('button', { name: 'Withdraw access' }).click()
  await expect(page.getByRole('heading', { name: /^Withdraw access for/ })).toBeVisible()
  await judgePage(page)
  await page.goto('/oauth2/auth?client_id=none')
  await judgePage(page)
  await context.close()
  await site.close()
})
