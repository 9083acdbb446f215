import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import * as openid from 'openid-client'
import { judgePage } from '../fixtures/judge-page'
import { expect, test } from '../fixtures/test'
import { authorizationUrl } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, type TestPerson } from '../fixtures/world'

/** A company's server that takes answers as a form and leads on, as apps do. */
async function startPostedServer() {
  const arrived: Promise<string>[] = []
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      arrived.push(
        request
          .setEncoding('utf8')
          .toArray()
          .then((chunks) => chunks.join('')),
      )
      return response.writeHead(303, { Location: '/welcome' }).end()
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end('<!doctype html><title>Client</title><h1>Back at the app</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return { redirectUri: `${origin}/callback`, answers: arrived, close: () => new Promise((done) => server.close(done).closeAllConnections()) }
}

async function logIn(page: Page, person: TestPerson) {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('openid-client signs in with response_mode=form_post: after consent, after a log-in, and at once', async ({ page, server }) => {
      const site = await startPostedServer()
      const person = await aPerson()
      const app = await anApp(await aCompany(), { redirectUris: [site.redirectUri] })
      const config = await openid.discovery(new URL(server), app.client_id, app.client_secret ?? '', undefined, {
        execute: [openid.allowInsecureRequests],
      })

      const signIn = async (answer: () => Promise<void>, prompt?: string) => {
        const verifier = openid.randomPKCECodeVerifier()
        const [state, nonce] = [openid.randomState(), openid.randomNonce()]
        const parameters = {
          redirect_uri: site.redirectUri, scope: 'openid email', state, nonce, response_mode: 'form_post', ...(prompt && { prompt }),
          code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
        } // biome-ignore format: one glance
        await page.goto(openid.buildAuthorizationUrl(config, parameters).href)
        await answer()
        if (!javaScriptEnabled) await page.getByRole('button', { name: 'Go on' }).click()
        await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
        const body = (await site.answers.at(-1)) ?? ''
        const callback = new Request(site.redirectUri, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
        const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
        expect((await openid.authorizationCodeGrant(config, callback, checks)).claims()?.sub).toBeTruthy()
      }

      await signIn(async () => {
        await logIn(page, person)
        await page.getByRole('button', { name: 'Allow' }).click()
      })
      await signIn(async () => {
        await page.getByLabel('Password', { exact: true }).fill(person.password)
        await page.getByRole('button', { name: 'Log in', exact: true }).click()
      }, 'login')
      await signIn(async () => {})
      expect(site.answers).toHaveLength(3)
      await site.close()
    })
  })
}

test('the page before an unverified address has no accessibility violations in either theme, and leads on and back', async ({ browser, server }) => {
  const site = await startPostedServer()
  const app = await anApp(await aCompany(), { redirectUris: [site.redirectUri] })
  const context = await browser.newContext({ locale: 'en-GB', baseURL: server, viewport: { width: 320, height: 640 } })
  const page = await context.newPage()
  await page.goto(authorizationUrl(server, app, { prompt: 'none' }))
  await expect(page.getByRole('heading', { name: `Go on to ${new URL(site.redirectUri).host}?` })).toBeVisible()
  await judgePage(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Stay here' }).click()
  await expect(page).toHaveURL(`${server}/`)
  await context.close()
  await site.close()
})

test('the consent page of somebody who left is shown anew for whoever logged in since', async ({ page, server }) => {
  const site = await startPostedServer()
  const [adam, pola] = [await aPerson({ given_name: 'Adam' }), await aPerson({ given_name: 'Pola' })]
  const app = await anApp(await aCompany(), { redirectUris: [site.redirectUri] })
  await page.goto(authorizationUrl(server, app, { scope: 'openid given_name' }))
  await logIn(page, adam)
  await expect(page.getByText('Adam', { exact: true })).toBeVisible()
  const other = await page.context().newPage()
  // As if Adam had logged out there.
  await page.context().clearCookies()
  await other.goto('/login')
  await logIn(other, pola)
  await expect(other.getByRole('heading', { name: 'Apps with access' })).toBeVisible()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('status').or(page.getByText('Somebody logged in again')).first()).toBeVisible()
  await expect(page.getByText(`Logged in as ${pola.email}`)).toBeVisible()
  expect(site.answers).toHaveLength(0)
  await page.getByRole('button', { name: 'Deny' }).click()
  await site.close()
})
