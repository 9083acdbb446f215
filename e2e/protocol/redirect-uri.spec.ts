import { expect, test } from '../fixtures/test'
import { authorize, consentWithoutPages, logInWithoutPages, type Visitor } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, type TestApp } from '../fixtures/world'

const REGISTERED = 'https://app.example.com:8443/oauth/Callback?tenant=7'

/** Addresses that are not the registered one, however close. */
const MUTATIONS = [
  `${REGISTERED}/`, `${REGISTERED}&`, `${REGISTERED}&x=1`, `${REGISTERED}#`, `${REGISTERED}#fragment`, `${REGISTERED}%20`, `${REGISTERED} `, ` ${REGISTERED}`,
  `${REGISTERED}%00`, `${REGISTERED}\t`, `${REGISTERED}\n`, `${REGISTERED}%0d%0aSet-Cookie:a=b`, `${REGISTERED}.`, `${REGISTERED}0`,
  'https://app.example.com:8443/oauth/Callback', 'https://app.example.com:8443/oauth/Callback?', 'https://app.example.com:8443/oauth/Callback?tenant=8',
  'https://app.example.com:8443/oauth/Callback?tenant=07', 'https://app.example.com:8443/oauth/Callback?Tenant=7', 'https://app.example.com:8443/oauth/Callback?tenant=7&tenant=7',
  'https://app.example.com:8443/oauth/Callback?tenant=%37', 'https://app.example.com:8443/oauth/Callback/?tenant=7', 'https://app.example.com:8443/oauth/callback?tenant=7',
  'https://app.example.com:8443/oauth/Callback%2F?tenant=7', 'https://app.example.com:8443/oauth//Callback?tenant=7', 'https://app.example.com:8443//oauth/Callback?tenant=7',
  'https://app.example.com:8443/oauth/./Callback?tenant=7', 'https://app.example.com:8443/oauth/x/../Callback?tenant=7', 'https://app.example.com:8443/oauth/%43allback?tenant=7',
  'https://app.example.com:8443/oauth/Callback;?tenant=7', 'https://app.example.com:8443/oauth/Callback;a=b?tenant=7', 'https://app.example.com:8443/oauth/Callbac?tenant=7',
  'https://app.example.com:8443/oauth/Callback2?tenant=7', 'https://app.example.com:8443/?tenant=7', 'https://app.example.com:8443?tenant=7',
  'https://app.example.com/oauth/Callback?tenant=7', 'https://app.example.com:443/oauth/Callback?tenant=7', 'https://app.example.com:8444/oauth/Callback?tenant=7',
  'https://app.example.com:08443/oauth/Callback?tenant=7', 'https://app.example.com:/oauth/Callback?tenant=7', 'https://APP.example.com:8443/oauth/Callback?tenant=7',
  'https://app.example.com.:8443/oauth/Callback?tenant=7', 'https://app.example.com.evil.example:8443/oauth/Callback?tenant=7', 'https://evil.example/app.example.com:8443/oauth/Callback?tenant=7',
  'https://app.example.com@evil.example:8443/oauth/Callback?tenant=7', 'https://user@app.example.com:8443/oauth/Callback?tenant=7', 'https://user:pass@app.example.com:8443/oauth/Callback?tenant=7',
  'https://app.example.com:8443@evil.example/oauth/Callback?tenant=7', 'https://sub.app.example.com:8443/oauth/Callback?tenant=7', 'https://example.com:8443/oauth/Callback?tenant=7',
  'https://app-example.com:8443/oauth/Callback?tenant=7', 'https://аpp.example.com:8443/oauth/Callback?tenant=7', 'https://xn--pp-7ka.example.com:8443/oauth/Callback?tenant=7',
  'https://app%2eexample.com:8443/oauth/Callback?tenant=7', 'https://app.example.com:8443\\@evil.example/oauth/Callback?tenant=7', 'https:\\\\app.example.com:8443\\oauth\\Callback?tenant=7',
  'https:/app.example.com:8443/oauth/Callback?tenant=7', 'https:app.example.com:8443/oauth/Callback?tenant=7', 'http://app.example.com:8443/oauth/Callback?tenant=7',
  'HTTPS://app.example.com:8443/oauth/Callback?tenant=7', 'httpss://app.example.com:8443/oauth/Callback?tenant=7', '//app.example.com:8443/oauth/Callback?tenant=7',
  '/oauth/Callback?tenant=7', 'app.example.com:8443/oauth/Callback?tenant=7', 'javascript:alert(1)', 'data:text/html,x', 'https://*.example.com:8443/oauth/Callback?tenant=7',
  'https://127.0.0.1:8443/oauth/Callback?tenant=7', 'null', '*', '.',
] // biome-ignore format: a list to run an eye over

test.describe('the redirect URI is compared character for character', () => {
  let app: TestApp
  let visitor: Visitor
  test.beforeAll(async () => {
    app = await anApp(await aCompany(), { redirectUris: [REGISTERED, 'http://localhost:7000/cb', 'http://127.0.0.1/cb'] })
    const person = await aPerson()
    await consentWithoutPages(person, app, ['openid'])
    visitor = await logInWithoutPages(person)
  })

  test('the registered one gets a code', async ({ server }) => {
    const response = await authorize(server, app, {}, visitor)
    expect(response.headers.get('location')).toMatch(/^https:\/\/app\.example\.com:8443\/oauth\/Callback\?tenant=7&code=sgc_/)
  })

  test(`none of ${MUTATIONS.length} mutations gets a redirect, with and without a session`, async ({ server }) => {
    expect(new Set(MUTATIONS).size).toBeGreaterThanOrEqual(60)
    for (const uri of MUTATIONS) {
      for (const who of [visitor, undefined]) {
        const response = await authorize(server, app, { redirect_uri: uri }, who)
        expect(response.status, uri).toBe(400)
        expect(response.headers.get('location'), uri).toBeNull()
        expect(await response.text(), uri).toContain('invalid_redirect_uri')
      }
    }
  })

  test('loopback ports are not exempt', async ({ server }) => {
    for (const uri of ['http://localhost:7001/cb', 'http://localhost/cb', 'http://127.0.0.1:7000/cb', 'http://[::1]:7000/cb']) {
      expect((await authorize(server, app, { redirect_uri: uri }, visitor)).status, uri).toBe(400)
    }
  })
})
