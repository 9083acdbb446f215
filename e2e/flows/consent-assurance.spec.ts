import * as openid from 'openid-client'
import { backAtApp, startClientServer } from '../fixtures/client-server'
import { judgePage } from '../fixtures/judge-page'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { authorizationUrl } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'

const DOCUMENT = { given_name: 'Ada', family_name: 'Nowak', birthdate: '1990-01-01' }

test('the consent screen shows what would really leave, and says what stays', async ({ page, server }) => {
  const app = await anApp(await aCompany())
  await signedIn(page, await aPerson({ locale: 'en' }, DOCUMENT, { assurance: 'page' }), server)
  const item = (scope: string) => page.getByRole('listitem').filter({ has: page.locator(`input[value="${scope}"]`) })

  await page.goto(authorizationUrl(server, app, { scope: 'openid profile given_name age_over_18' }))
  await expect(item('given_name')).toContainText('Ada')
  await expect(item('profile')).toContainText('Nowak')
  await expect(item('profile')).not.toContainText('1990')
  await expect(item('profile')).toContainText('The rest of what your document says stays here')
  await expect(item('age_over_18')).toContainText('What your document says stays here')
  await judgePage(page)

  await page.goto(authorizationUrl(server, app, { scope: 'openid given_name age_over_18', acr_values: 'urn:signet:assurance:person' }))
  await expect(item('given_name')).not.toContainText('Ada')
  await expect(item('given_name')).toContainText('What your document says stays here')

  await page.goto(authorizationUrl(server, app, { scope: 'openid age_over_18', acr_values: 'urn:signet:assurance:page' }))
  await expect(item('age_over_18')).not.toContainText('stays here')
})

test('openid-client asks for verified_claims: the consent names them in plain words, userinfo has them, and they can be taken back', async ({
  page,
  server,
}) => {
  const site = await startClientServer()
  const app = await anApp(await aCompany(), { redirectUris: [site.redirectUri] })
  const config = await openid.discovery(new URL(server), app.client_id, app.client_secret ?? '', undefined, {
    execute: [openid.allowInsecureRequests],
  })
  expect(config.serverMetadata()).toMatchObject({ verified_claims_supported: true, claims_parameter_supported: true })
  await signedIn(page, await aPerson({ locale: 'en' }, { given_name: 'Erika', age_over_18: 'true' }, { assurance: 'wallet' }), server)

  const verifier = openid.randomPKCECodeVerifier()
  const verified_claims = {
    verification: { trust_framework: null, time: null, evidence: [{ type: { value: 'electronic_record' } }] },
    claims: { given_name: null, age_over_18: null },
  }
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: site.redirectUri,
    scope: 'openid given_name age_over_18',
    claims: JSON.stringify({ userinfo: { verified_claims } }),
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(url.href)
  const evidence = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: 'How it was verified' }) })
  for (const said of ['The rules of Signet', 'A wallet, signed by the issuer', 'Day']) await expect(evidence).toContainText(said)
  await judgePage(page)
  await page.getByRole('checkbox', { name: 'Your first name' }).uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()

  const tokens = await openid.authorizationCodeGrant(config, await backAtApp(page, site), { pkceCodeVerifier: verifier })
  const read = () => openid.fetchUserInfo(config, tokens.access_token, openid.skipSubjectCheck)
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/)
  expect((await read()).verified_claims).toEqual({
    verification: { trust_framework: 'signet', time: day, evidence: [{ type: 'electronic_record' }] },
    claims: { age_over_18: true },
  })
  await page.goto('/account/access')
  await page.getByRole('button', { name: 'Stop sharing “How it was verified”' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'How it was verified' })).toBeVisible()
  expect(await read()).toEqual({ sub: expect.any(String), age_over_18: true })
  await site.close()
})
