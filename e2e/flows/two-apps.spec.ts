import type { Page } from '@playwright/test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { backAtApp, type ClientServer, startClientServer } from '../fixtures/client-server'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp, aPerson, type TestApp, type TestPerson } from '../fixtures/world'

/** A confidential app written with openid-client. */
async function confidentialClient(server: string, app: TestApp, site: ClientServer) {
  const config = await openid.discovery(new URL(server), app.client_id, app.client_secret ?? '', undefined, {
    execute: [openid.allowInsecureRequests],
  })
  return {
    config,
    async signIn(page: Page, scope: string, answer: () => Promise<void>) {
      const verifier = openid.randomPKCECodeVerifier()
      const [state, nonce] = [openid.randomState(), openid.randomNonce()]
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: site.redirectUri,
        scope,
        state,
        nonce,
        prompt: scope.includes('offline_access') ? 'consent' : '',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      if (!scope.includes('offline_access')) url.searchParams.delete('prompt')
      await page.goto(url.href)
      await answer()
      const callback = await backAtApp(page, site)
      const tokens = await openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce })
      const claims = await openid.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub as string)
      return { tokens, claims }
    },
  }
}

/** A public app written with oauth4webapi. */
async function publicClient(server: string, app: TestApp, site: ClientServer) {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(server)
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
  const client: oauth.Client = { client_id: app.client_id }
  return async (page: Page, scope: string, answer: () => Promise<void>) => {
    const verifier = oauth.generateRandomCodeVerifier()
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
    const url = new URL(as.authorization_endpoint as string)
    url.search = new URLSearchParams({
      client_id: app.client_id,
      redirect_uri: site.redirectUri,
      response_type: 'code',
      scope,
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    await page.goto(url.href)
    await answer()
    const parameters = oauth.validateAuthResponse(as, client, await backAtApp(page, site), state)
    const response = await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), parameters, site.redirectUri, verifier, insecure)
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, { expectedNonce: nonce, requireIdToken: true })
    const sub = oauth.getValidatedIdTokenClaims(tokens)?.sub as string
    const claims = await oauth.processUserInfoResponse(as, client, sub, await oauth.userInfoRequest(as, client, tokens.access_token, insecure))
    return { tokens, claims }
  }
}

async function logIn(page: Page, person: TestPerson) {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const nothing = async () => {}

test('two apps of two companies log the same person in under different names, stable on the second visit; declined scopes are missing; withdrawal ends tokens at the next request', async ({
  page,
  server,
}) => {
  const [bookshop, clinic] = [await aCompany(), await aCompany()]
  const [shopSite, clinicSite] = [await startClientServer(), await startClientServer()]
  const person = await aPerson({ given_name: 'Zofia', family_name: 'Canary', locale: 'en' })
  const shop = await confidentialClient(server, await anApp(bookshop, { redirectUris: [shopSite.redirectUri], name: 'Reading Room' }), shopSite)
  const atClinic = await publicClient(
    server,
    await anApp(clinic, { clientType: 'spa', redirectUris: [clinicSite.redirectUri], name: 'Appointments' }),
    clinicSite,
  )

  const first = await shop.signIn(page, 'openid profile email offline_access', async () => {
    await expect(page.getByText('to continue to Reading Room')).toBeVisible()
    await logIn(page, person)
    await expect(page.getByRole('heading', { name: 'Reading Room asks for access' })).toBeVisible()
    await expect(page.getByText('Zofia Canary')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Recognise you' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'Your profile' }).uncheck()
    await page.getByRole('button', { name: 'Allow' }).click()
  })
  expect(Object.keys(first.claims).sort()).toEqual(['email', 'email_verified', 'sub'])
  expect(first.claims.email).not.toContain(person.email)
  expect(first.tokens.refresh_token).toBeDefined()

  const elsewhere = await atClinic(page, 'openid given_name', async () => {
    await page.getByRole('button', { name: 'Allow' }).click()
  })
  expect(elsewhere.claims).toEqual({ sub: expect.any(String), given_name: 'Zofia' })
  expect(elsewhere.claims.sub).not.toBe(first.claims.sub)

  // The second visit asks nothing and recognises the same person.
  const second = await shop.signIn(page, 'openid profile email', nothing)
  expect(second.claims.sub).toBe(first.claims.sub)
  expect(Object.keys(second.claims).sort()).toEqual(['email', 'email_verified', 'sub'])
  expect((await atClinic(page, 'openid given_name', nothing)).claims.sub).toBe(elsewhere.claims.sub)

  const refreshed = await openid.refreshTokenGrant(shop.config, first.tokens.refresh_token as string)
  expect(refreshed.claims()?.sub).toBe(first.claims.sub)

  await page.goto('/account/access')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Reading Room' }) })
  await card.getByRole('button', { name: 'Withdraw access' }).click()
  await expect(page.getByRole('heading', { name: 'Withdraw access for Reading Room?' })).toBeVisible()
  await card.getByRole('button', { name: 'Withdraw access' }).click()
  await expect(page.getByText('Reading Room has no access any more.')).toBeVisible()

  for (const token of [first.tokens.access_token, second.tokens.access_token, refreshed.access_token]) {
    expect((await fetch(`${server}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
  }
  await expect(openid.refreshTokenGrant(shop.config, refreshed.refresh_token as string)).rejects.toMatchObject({ error: 'invalid_grant' })
  expect((await atClinic(page, 'openid given_name', nothing)).claims.sub).toBe(elsewhere.claims.sub)
  await Promise.all([shopSite.close(), clinicSite.close()])
})
