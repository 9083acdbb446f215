import type { Page } from '@playwright/test'
import { PAGES } from '#app/docs/_components/pages'
import { API_CODES, OAUTH_CODES } from '#app/docs/(guide)/errors/catalogue'
import { errorAnchor } from '#lib/core/error-address'
import { judgePage } from '../fixtures/judge-page'
import { LOOKS, looks } from '../fixtures/looks'
import { signedIn } from '../fixtures/signed-in'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp, aPerson } from '../fixtures/world'

/** Everything the browser asks for, and everything it complains about. */
function watch(page: Page) {
  const [requests, complaints]: [URL[], string[]] = [[], []]
  page.on('request', (request) => requests.push(new URL(request.url())))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  return { requests, complaints }
}

/** Every page of the guide in its order. */
const GUIDE = PAGES.map(({ href }): string => href)

/** Guides are drawn by one component: here one with code is judged and one without, by `npm run every-look` all of them. */
const DRAWN_ALIKE = ['/docs/libraries', '/docs/advanced', '/docs/mail', '/docs/test-mode', '/docs/live', '/docs/migrate']
const JUDGED = looks(
  GUIDE.filter((path) => !DRAWN_ALIKE.includes(path)),
  DRAWN_ALIKE,
).flat()

/** A page that was judged as wide as it is on a desk. */
const fits = (page: Page) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

for (const path of ['/', ...JUDGED]) {
  test(`${path} has no accessibility violation in either theme, fits 320 px and speaks Polish too`, LOOKS, async ({ page, context, server }) => {
    const { complaints } = watch(page)
    await page.goto(path)
    await judgePage(page)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const judge of looks(fits, judgePage)) await judge(page)
    const english = await page.locator('main h1').innerText()
    await context.addCookies([{ name: 'signet-locale', value: 'pl', url: server }])
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
    expect(await page.locator('main h1').innerText()).not.toBe(english)
    expect(complaints).toEqual([])
  })
}

test('/docs/api/apps: every operation is there without scripts, loads from here, and a question with a typed key reaches the interface', async ({
  page,
  server,
}) => {
  const { requests, complaints } = watch(page)
  const company = await aCompany()
  const app = await anApp(company, { name: 'Shop' })
  await page.goto('/docs/search?q=rotate+secret')
  await page
    .getByRole('link', { name: /^Rotate the client secret/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Rotate the client secret' })).toBeVisible()
  await judgePage(page)
  const operation = page.locator('#getApp')
  await operation.getByText('Try it').click()
  await operation.getByLabel('API key').fill(company.apiKey)
  await operation.getByLabel('id', { exact: true }).fill(app.id)
  await operation.getByRole('button', { name: 'Send the request' }).click()
  await expect(operation.getByText(app.client_id)).toBeVisible()
  const elsewhere = requests.filter(({ protocol, origin }) => protocol.startsWith('http') && origin !== server)
  expect(elsewhere.map(({ href }) => href)).toEqual([])
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))).not.toContain(company.apiKey)
  expect(complaints).toEqual([])
})

test('every page of the guide leads to the next', async ({ page }) => {
  await page.goto('/docs')
  for (const path of GUIDE.slice(1)) {
    await page.locator('main nav a').last().click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.locator('h1').first()).toBeVisible()
  }
})

test("quickstarts show the logged-in company's own client ID, and the language that was read last", async ({ page, server }) => {
  await page.goto('/docs/quickstarts')
  await expect(page.getByText('YOUR_CLIENT_ID').first()).toBeVisible()
  const company = await aCompany()
  const [first, second] = [await anApp(company, { name: 'First app' }), await anApp(company, { name: 'Second app' })]
  await ownerSignedIn(page, company, server)
  await page.goto('/docs/quickstarts')
  await expect(page.locator('pre').filter({ hasText: second.client_id }).first()).toBeVisible()
  await page.getByRole('link', { name: 'First app' }).click()
  await expect(page.locator('pre').filter({ hasText: first.client_id }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Python' }).click()
  await expect(page.getByText('sign_in.py').first()).toBeVisible()
  await expect.poll(async () => (await page.context().cookies()).find(({ name }) => name === 'signet-docs-language')?.value).toBe('python')
  await page.goto('/docs/quickstarts')
  await expect(page.getByText('sign_in.py').first()).toBeVisible()
})

test('quickstarts lead a company without an app to its first one, and a visitor through the log-in and back', async ({ page, server }) => {
  await page.goto('/docs/quickstarts?language=php')
  const company = await aCompany()
  await page.getByRole('link', { name: 'Log in as a company' }).click()
  await page.getByLabel('Email').fill(company.email)
  await page.getByLabel('Password').fill(company.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${server}/docs/quickstarts?language=php`)
  await page.getByRole('link', { name: 'Create one' }).click()
  await expect(page).toHaveURL(`${server}/company/apps/new`)
})

test('the start page has a door for everybody, and shortcuts for who is logged in', async ({ page, server }) => {
  await page.goto('/')
  for (const name of ['Log in', 'Create account', 'Open a company account', 'Company log-in', 'Getting started', 'API reference']) {
    const link = page.getByRole('link', { name, exact: true })
    const response = await fetch(new URL((await link.getAttribute('href')) ?? '', server))
    expect([name, response.status]).toEqual([name, 200])
  }
  const company = await aCompany()
  await ownerSignedIn(page, company, server)
  await signedIn(page, await aPerson(), server)
  await page.goto('/')
  await expect(page.getByRole('link', { name: company.name })).toHaveAttribute('href', '/company')
  await expect(page.getByRole('link', { name: 'Apps with access' })).toHaveAttribute('href', '/account/access')
  await judgePage(page)
})

test('what refusals link to is there: the error catalogue has a line for every code', async ({ server }) => {
  const html = await (await fetch(`${server}/docs/errors`)).text()
  const anchors = [...API_CODES.map((code) => errorAnchor('api', code)), ...OAUTH_CODES.map(({ code }) => errorAnchor('oauth', code))]
  expect(anchors.filter((anchor) => !html.includes(`<li id="${anchor}"`))).toEqual([])
})

test('search engines may read the start page and the documentation, and nothing else', async ({ page, server }) => {
  const robots = await (await fetch(`${server}/robots.txt`)).text()
  expect(robots).toContain('Allow: /$\nAllow: /docs\nAllow: /llms.txt$\nAllow: /help$\n')
  const isIndexed = async (path: string) => {
    await page.goto(path)
    return page.evaluate(() => document.querySelector('meta[name="robots"]')?.getAttribute('content'))
  }
  expect([await isIndexed('/'), await isIndexed('/docs/errors'), await isIndexed('/login')]).toEqual(['index', 'index', 'noindex'])
})
