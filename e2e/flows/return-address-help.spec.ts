import { judgePage } from '../fixtures/judge-page'
import { signedIn } from '../fixtures/signed-in'
import { aColleague, ownerSignedIn, staffSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { authorizationUrl } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'

const REGISTERED = ['https://shop.example/callback', 'https://shop.example/other']

test("staff of the app's company see which characters of a return address differ, the nearest first", async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server, locale: 'en-GB', viewport: { width: 320, height: 800 } })
  const page = await context.newPage()
  const company = await aCompany()
  const app = await anApp(company, { redirectUris: [...REGISTERED].reverse() })
  await staffSignedIn(page, await aColleague(company, 'developer'), server)
  expect((await page.goto(authorizationUrl(server, app, { redirect_uri: 'http://shop.example/callback/' })))?.status()).toBe(400)
  const nearest = page.locator('dl').first()
  await expect(nearest.locator('dd').first()).toHaveText('http://shop.example/callback/')
  await expect(nearest.locator('del')).toHaveText(['/'])
  await expect(nearest.locator('dd').last()).toHaveText('https://shop.example/callback')
  await expect(nearest.locator('ins')).toHaveText(['s'])
  await expect(page.locator('dl').nth(1).locator('dd').last()).toHaveText('https://shop.example/other')
  await judgePage(page)
  await page.getByRole('link', { name: "To the app's settings" }).click()
  await expect(page.getByLabel('Return addresses')).toHaveValue(/shop\.example\/callback/)
  await context.close()
})

test('nobody else learns what is registered: not a passer-by, not a person, not staff of another company', async ({ page, server }) => {
  const company = await aCompany()
  const app = await anApp(company, { redirectUris: REGISTERED })
  const address = authorizationUrl(server, app, { redirect_uri: 'https://evil.example/callback' })
  const told = async () => {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'The app sent a wrong return address' })).toBeVisible()
    return (await page.locator('main').innerText()).includes('shop.example')
  }
  expect(await told()).toBe(false)
  await signedIn(page, await aPerson(), server)
  expect(await told()).toBe(false)
  await ownerSignedIn(page, await aCompany(), server)
  expect(await told()).toBe(false)
  await ownerSignedIn(page, company, server)
  expect(await told()).toBe(true)
})

test('an app that is switched off, a missing address and markup are told to staff as what they are', async ({ page, server }) => {
  const company = await aCompany()
  const app = await anApp(company, { redirectUris: REGISTERED })
  await ownerSignedIn(page, company, server)
  await page.goto(authorizationUrl(server, app, { redirect_uri: undefined }))
  await expect(page.locator('dl').first()).toContainText('nothing')
  await page.goto(authorizationUrl(server, app, { redirect_uri: '"><img src=x onerror=document.title=1>' }))
  await expect(page.locator('dl').first()).toContainText('<img')
  expect(await page.locator('img').count()).toBe(0)
  expect((await page.goto(authorizationUrl(server, app, { redirect_uri: `https://a.example/${'ab'.repeat(3000)}` })))?.status()).toBe(400)
  await page.goto(`/company/apps/${app.id}?confirm=inactive`)
  await page.getByRole('button', { name: 'Switch the app off' }).click()
  await expect(page.getByRole('status').first()).toContainText('The app is off')
  await page.goto(authorizationUrl(server, app))
  await expect(page.getByText('Your company has switched it off.')).toBeVisible()
})
