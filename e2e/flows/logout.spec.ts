import { startClientServer } from '../fixtures/client-server'
import { judgePage } from '../fixtures/judge-page'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp, aPerson } from '../fixtures/world'

for (const javaScriptEnabled of [true, false]) {
  test.describe(`logging out for an app, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('asks first, logs out and leads back to the app', async ({ page, server }) => {
      const site = await startClientServer()
      const app = await anApp(await aCompany(), { name: 'Reading Room', settings: { post_logout_redirect_uris: [site.redirectUri] } })
      await signedIn(page, await aPerson(), server)
      const parameters = new URLSearchParams({ client_id: app.client_id, post_logout_redirect_uri: site.redirectUri, state: 'bye' })
      await page.goto(`/oauth2/logout?${parameters}`)
      await expect(page.getByRole('heading', { name: 'Log out of Signet?' })).toBeVisible()
      await expect(page.getByText('Reading Room asks us to log you out.')).toBeVisible()
      await page.getByRole('link', { name: 'Stay logged in' }).click()
      await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()

      await page.goto(`/oauth2/logout?${parameters}`)
      await page.getByRole('button', { name: 'Log out' }).click()
      expect((await site.nextCallback()).searchParams.get('state')).toBe('bye')
      await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
      await page.goto('/account')
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await site.close()
    })
  })
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a wrong address to go on to, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('is told once the person said yes, and they are logged out', async ({ page, server }) => {
      const app = await anApp(await aCompany())
      await signedIn(page, await aPerson(), server)
      await page.goto(`/oauth2/logout?${new URLSearchParams({ client_id: app.client_id, post_logout_redirect_uri: app.redirect_uri })}`)
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
      await expect(page.getByText('invalid_request')).toBeVisible()
      await page.goto('/account')
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    })
  })
}

for (const [locale, ask, done] of [
  ['en', 'Log out of Signet?', 'You are logged out'],
  ['pl', 'Wylogować się z Signet?', 'Wylogowano'],
] as const) {
  test(`the pages have no accessibility violations and fit 320 px, in either theme: ${locale}`, async ({ page, server }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.context().addCookies([{ name: 'signet-locale', value: locale, url: server }])
    await signedIn(page, await aPerson(), server)
    await page.goto('/oauth2/logout')
    const isSound = async (heading: string) => {
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await judgePage(page)
    }
    await isSound(ask)
    await page.locator('main form button').click()
    await isSound(done)
  })
}
