import type { Page } from '@playwright/test'
import { randomBase62 } from '#lib/core/random-id'
import { judgePage } from '../fixtures/judge-page'
import { LOOKS, looks } from '../fixtures/looks'
import { signedIn } from '../fixtures/signed-in'
import { aColleague, ownerSignedIn, staffSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { authorizationUrl, consentWithoutPages, logInWithoutPages, userinfo } from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson, type TestApp, type TestPerson } from '../fixtures/world'

async function logIn(page: Page, { email, password }: Pick<TestPerson, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Up to the request that is about to be made. */
async function prepare(page: Page, app: Pick<TestApp, 'id' | 'client_secret'>, secret = app.client_secret) {
  await page.goto(`/company/apps/${app.id}/playground`)
  await page.getByRole('button', { name: "Add the playground's address" }).click()
  await expect(page.getByText('The address is registered. You can begin.')).toBeVisible()
  if (secret) await page.getByLabel('Client secret').fill(secret)
  await page.getByRole('button', { name: 'Prepare the request' }).click()
  await expect(page.getByText('This is what your app sends.')).toBeFocused()
}

const begin = (page: Page) => page.getByRole('link', { name: 'Send the browser there' }).click()
const step = (page: Page, title: string) => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })

for (const clientType of ['confidential', 'spa']) {
  test(`a trial log-in with a ${clientType} app shows every step, keeps nothing and leaves no token alive`, async ({ page, server }) => {
    const company = await aCompany()
    const app = await anApp(company, { clientType, scopes: ['openid', 'given_name', 'email'] })
    await ownerSignedIn(page, company, server)
    await prepare(page, app)
    await judgePage(page)
    const verifier = await step(page, 'The app sends the browser to Signet').locator('dd').first().innerText()
    await begin(page)
    await logIn(page, await aPerson({ given_name: 'Trialname' }))
    await page.getByRole('checkbox', { name: 'Write to you' }).uncheck()
    await page.getByRole('button', { name: 'Allow' }).click()

    await expect(page.getByRole('status').first()).toContainText('The log-in works.')
    await judgePage(page)
    await expect(step(page, 'The browser comes back')).toContainText('sgc_')
    const token = step(page, 'The app turns the code into tokens')
    await expect(token).toContainText('POST /oauth2/token HTTP/1.1')
    await expect(token).toContainText(verifier.split('\n')[0] as string)
    await expect(token).toContainText(
      clientType === 'confidential' ? 'Authorization: Basic base64(client_id:client_secret)' : `client_id=${app.client_id}`,
    )
    await expect(token).toContainText('HTTP/1.1 200')
    const idToken = step(page, 'The id_token says who logged in')
    for (const check of [
      'The signature fits one of the published keys.',
      'The nonce is the one that was sent.',
      'It belongs to this access token.',
    ]) {
      await expect(idToken).toContainText(check)
    }
    await expect(idToken).toContainText(`"aud": "${app.client_id}"`)
    const claims = step(page, 'The app asks what it may know')
    await expect(claims).toContainText('"given_name": "Trialname"')
    await expect(claims).not.toContainText('"email"')
    await expect(step(page, 'The playground cleans up')).toContainText('POST /oauth2/revoke HTTP/1.1')

    const html = await page.content()
    if (app.client_secret) expect(html).not.toContain(app.client_secret)
    const accessToken = /sga_[0-9A-Za-z]{49}/.exec(html)?.[0] ?? ''
    expect((await userinfo(server, accessToken)).status).toBe(401)
    await page.reload()
    await expect(page.getByText('There is no such log-in to finish')).toBeVisible()
    expect(await page.content()).not.toContain('Trialname')

    // Removed again, the address is worth nothing: there is no exception for it.
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('button', { name: "Remove the playground's address" }).click()
    await expect(page.getByText('The address is removed.')).toBeVisible()
    const callback = `${server}/company/apps/${app.id}/playground/callback`
    expect((await fetch(authorizationUrl(server, app, { redirect_uri: callback }))).status).toBe(400)
  })
}

test('a wrong secret, a denied consent and a text that is no secret are each told for what they are', async ({ page, server }) => {
  const company = await aCompany()
  const [app, other] = [await anApp(company), await anApp(company)]
  await ownerSignedIn(page, company, server)
  await signedIn(page, await aPerson(), server)
  await prepare(page, app, other.client_secret)
  await begin(page)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('stopped at the last step')
  await expect(step(page, 'The app turns the code into tokens')).toContainText('"error": "invalid_client"')
  await expect(step(page, 'The app asks what it may know')).toHaveCount(0)

  await page.goto(`/company/apps/${app.id}/playground`)
  await page.getByLabel('Client secret').fill('hunter2')
  await page.getByRole('button', { name: 'Prepare the request' }).click()
  await expect(page.getByText('This is not a client secret.')).toBeVisible()
  await page.getByLabel('Screens').selectOption('consent')
  await page.getByLabel('Client secret').fill(app.client_secret as string)
  await page.getByRole('button', { name: 'Prepare the request' }).click()
  await begin(page)
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('with an error instead of a code')
  await expect(step(page, 'The browser comes back')).toContainText('access_denied')
})

test('a run belongs to the browser session that began it and to its app, and is good once', async ({ page, browser, server }) => {
  const company = await aCompany()
  const [app, sibling] = [await anApp(company, { clientType: 'spa' }), await anApp(company, { clientType: 'spa' })]
  await ownerSignedIn(page, company, server)
  const person = await aPerson({ given_name: 'Trialname' })
  await consentWithoutPages(person, app, ALL_SCOPES)
  await prepare(page, app)
  const request = (await page.getByRole('link', { name: 'Send the browser there' }).getAttribute('href')) ?? ''
  const { cookie } = await logInWithoutPages(person)
  const callback = (await fetch(request, { redirect: 'manual', headers: { cookie } })).headers.get('location') ?? ''
  expect(callback).toContain(`/company/apps/${app.id}/playground/callback?code=`)

  const context = await browser.newContext({ baseURL: server, locale: 'en-GB' })
  const elsewhere = await context.newPage()
  await elsewhere.goto(callback)
  await expect(elsewhere).toHaveURL(new RegExp(`/company/login\\?return_to=${encodeURIComponent(`/company/apps/${app.id}/playground`)}$`))
  await staffSignedIn(elsewhere, await aColleague(company, 'admin'), server)
  await elsewhere.goto(callback)
  await expect(elsewhere.getByText('There is no such log-in to finish')).toBeVisible()
  await staffSignedIn(elsewhere, company.actor.id as string, server)
  await elsewhere.goto(callback)
  await expect(elsewhere.getByText('There is no such log-in to finish')).toBeVisible()
  await context.close()

  await page.goto(callback.replace(app.id, sibling.id))
  await expect(page.getByText('There is no such log-in to finish')).toBeVisible()
  await page.goto(callback.replace(/state=[^&]+/, `state=${randomBase62(43)}`))
  await expect(page.getByText('There is no such log-in to finish')).toBeVisible()
  await page.goto(callback)
  await expect(page.getByText('"given_name": "Trialname"')).toBeVisible()
  await page.goto(callback)
  await expect(page.getByText('There is no such log-in to finish')).toBeVisible()
})

test("a foreign app's playground is a missing page, its callback too", async ({ page, server }) => {
  const foreign = await anApp(await aCompany(), { clientType: 'spa' })
  await ownerSignedIn(page, await aCompany(), server)
  for (const path of ['/playground', '/playground/callback', '/playground/callback?state=a&code=b', '/quickstart']) {
    expect((await page.goto(`/company/apps/${foreign.id}${path}`))?.status()).toBe(404)
  }
})

test('the whole way: register a company, confirm, log in, make a key and an app, and a new person logs in to it', async ({ page, server }) => {
  const email = `${randomBase62(12).toLowerCase()}@company.example`
  const password = randomBase62(24)
  await page.goto('/')
  await page.goto('/company/register')
  await page.getByLabel('Company name').fill('First Run Ltd')
  await page.getByLabel('Your name').fill('Robin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await openMail(page, email)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'First Run Ltd' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Company log-in' })).toBeVisible()
  await logIn(page, { email, password })
  await expect(page.getByRole('heading', { name: 'First Run Ltd' })).toBeVisible()

  const nav = page.getByRole('navigation', { name: 'Company' })
  await nav.getByRole('link', { name: 'API keys' }).click()
  await page.getByLabel('Name of the key').fill('Web server')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const apiKey = (await page.getByText(/^sgk_[0-9A-Za-z]{49}$/).textContent()) ?? ''
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('Name of the key')).toBeVisible()

  await nav.getByRole('link', { name: 'Apps' }).click()
  await page.getByRole('link', { name: 'New app' }).click()
  await page.getByLabel('Name', { exact: true }).fill('First App')
  await page.getByLabel('Return addresses').fill('http://localhost:4000/callback')
  await page.getByRole('checkbox', { name: 'Your first name' }).check()
  await page.getByRole('button', { name: 'Create app' }).click()
  const secret = (await page.getByText(/^sgs_[0-9A-Za-z]{49}$/).textContent()) ?? ''
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Go on to the quickstart' }).click()
  await expect(page.getByText('npm install openid-client').first()).toBeVisible()

  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(page.getByText("The app gets the playground's return address with it.")).toBeVisible()
  await page.getByLabel('Client secret').fill(secret)
  await page.getByRole('button', { name: 'Prepare the request' }).click()
  await begin(page)
  const person = { email: `${randomBase62(12).toLowerCase()}@people.example`, password: randomBase62(24) }
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await openMail(page, person.email)
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('status').first()).toContainText('The log-in works.')

  await page.getByRole('link', { name: 'Consents' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  const { data } = await (await fetch(`${server}/api/v1/apps`, { headers: { authorization: `Bearer ${apiKey}` } })).json()
  expect(data).toMatchObject([{ name: 'First App' }])
})

/** Opens the link of the newest mail to an address, as it stands in the development outbox. */
async function openMail(page: Page, address: string) {
  await page.goto('/dev/outbox')
  await page.getByRole('listitem').filter({ hasText: address }).first().getByRole('link').first().click()
}

test('the quickstart holds this app and remembers the language that was chosen', async ({ page, server }) => {
  const company = await aCompany()
  const app = await anApp(company, { redirectUris: ['http://localhost:4000/callback'] })
  await ownerSignedIn(page, company, server)
  await page.goto(`/company/apps/${app.id}/quickstart`)
  await expect(page.getByText(app.client_id).first()).toBeVisible()
  await page.getByRole('button', { name: 'Python' }).click()
  await expect(page.getByText('pip install').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Python' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`/company/apps/${(await anApp(company)).id}/quickstart`)
  await expect(page.getByText('pip install').first()).toBeVisible()
})

for (const locale of looks('en-GB', 'pl-PL')) {
  test(
    `quickstart and playground have no accessibility violations and fit 320 px, in either theme: ${locale}`,
    LOOKS,
    async ({ browser, server }) => {
      const context = await browser.newContext({ locale, baseURL: server, viewport: { width: 320, height: 800 } })
      const page = await context.newPage()
      const company = await aCompany()
      const app = await anApp(company, { clientType: 'spa' })
      await ownerSignedIn(page, company, server)
      await signedIn(page, await aPerson(), server)
      const judge = async () => {
        await judgePage(page)
      }
      for (const tab of ['/quickstart', '/playground', '/playground/callback']) {
        await page.goto(`/company/apps/${app.id}${tab}`)
        await judge()
      }
      await page.goto(`/company/apps/${app.id}/playground`)
      await page.locator('form:has(select) button[type=submit]').click()
      await page.locator('a[href*="/oauth2/auth"]').waitFor()
      await judge()
      await page.locator('a[href*="/oauth2/auth"]').click()
      await page.locator('button[value=allow]').click()
      await expect(page.getByText('POST /oauth2/revoke')).toBeVisible()
      await judge()
      await context.close()
    },
  )
}
