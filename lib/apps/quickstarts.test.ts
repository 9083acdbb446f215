import { describe, expect, it } from 'vitest'
import { QUICKSTART_LANGUAGES, type QuickstartApp, type QuickstartLanguage, quickstart } from './quickstarts'

const APP: QuickstartApp = {
  issuer: 'https://login.example',
  clientId: 'cli_0123456789abcdefghijkl',
  redirectUri: 'http://localhost:4000/callback',
  clientType: 'confidential',
  scopes: ['openid', 'email', 'offline_access'],
}

describe.each(Object.keys(QUICKSTART_LANGUAGES) as QuickstartLanguage[])('%s quickstart', (language) => {
  it("holds the app's own client id, redirect URI and issuer", () => {
    const { code } = quickstart(language, APP)
    expect(code).toContain(APP.clientId)
    expect(code).toContain(APP.issuer)
    expect(code).toContain(APP.redirectUri)
  })

  it('takes the secret from the environment, and has none for a public client', () => {
    expect(quickstart(language, APP).code).toMatch(/CLIENT_SECRET/)
    expect(quickstart(language, { ...APP, clientType: 'spa' }).code).not.toMatch(/CLIENT_SECRET|client_secret/i)
  })

  it('asks without offline_access, which needs the consent screen', () => {
    expect(quickstart(language, APP).code).not.toContain('offline_access')
  })

  it('uses PKCE with S256', () => expect(quickstart(language, APP).code).toMatch(/S256|PKCE/))

  it('keeps an address with quotes inside its literal', () => {
    const { code } = quickstart(language, { ...APP, redirectUri: "https://shop.example/cb?a='$(id)'" })
    expect(code).not.toContain("='$(id)'")
  })
})
