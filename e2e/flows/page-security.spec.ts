import type { Page } from '@playwright/test'
import { addAuthenticator, logInWithPasskey } from '../fixtures/authenticator'
import { codeToSend } from '../fixtures/one-time-code'
import { runAxe } from '../fixtures/run-axe'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { authorizationUrl } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, type TestPerson } from '../fixtures/world'

async function logIn(page: Page, { email, password }: TestPerson) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const [name, origin] of [
    ['missing', undefined],
    ['null', 'null'],
    ['foreign', 'https://evil.example'],
  ] as const) {
    test(`a form with a ${name} Origin changes nothing`, async ({ page, server }) => {
      const visitor = await signedIn(page, await aPerson(), server)
      await page.goto('/account')
      const fields = await page
        .locator('main form')
        .filter({ hasText: 'First name' })
        .evaluate((form) => Array.from(new FormData(form as HTMLFormElement)).map(([key, value]) => [key, String(value)]))
      const post = async (headers: Record<string, string>, givenName: string) => {
        const body = new FormData()
        for (const [key = '', value = ''] of fields) body.append(key, key === 'given_name' ? givenName : value)
        return fetch(`${server}/account`, { method: 'POST', redirect: 'manual', body, headers: { cookie: visitor.cookie, ...headers } })
      }
      await post(origin === undefined ? {} : { origin }, 'Mallory')
      await page.goto('/account')
      await expect(page.getByLabel('First name')).toHaveValue('Jo')
      // The same form with the right Origin is taken: the refusal above was not for another reason.
      await post({ origin: server }, 'Joanna')
      await page.goto('/account')
      await expect(page.getByLabel('First name')).toHaveValue('Joanna')
    })
  }
})

test('logging in gives a new session id: one planted before opens nothing but the account of whoever planted it', async ({
  page,
  context,
  server,
}) => {
  const attacker = await signedIn(page, await aPerson(), server)
  const app = await anApp(await aCompany())
  await page.goto(authorizationUrl(server, app, { prompt: 'login' }))
  await page.getByRole('button', { name: 'Use another account' }).click()
  const victim = await aPerson()
  await logIn(page, victim)
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  const name = attacker.cookie.split('=')[0]
  const now = (await context.cookies()).find((cookie) => cookie.name === name)
  expect(`${name}=${now?.value}`).not.toBe(attacker.cookie)
  const planted = await (await fetch(`${server}/account`, { headers: { cookie: attacker.cookie } })).text()
  expect(planted).toContain(attacker.person.email)
  expect(planted).not.toContain(victim.email)
})

test('no page can be framed', async ({ page, server }) => {
  await signedIn(page, await aPerson(), server)
  for (const path of ['/', '/login', '/register', '/recover', '/account', '/account/access', '/account/security', '/account/data']) {
    const headers = (await page.goto(path))?.headers() ?? {}
    expect([path, headers['x-frame-options']]).toEqual([path, 'DENY'])
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})

const ELSEWHERE = ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']

for (const target of ELSEWHERE) {
  test(`return_to=${target} leads nowhere else`, async ({ page, server }) => {
    await page.goto(`/login?return_to=${encodeURIComponent(target)}`)
    await logIn(page, await aPerson())
    await expect(page.getByRole('heading', { name: 'Apps with access' })).toBeVisible()
    expect(new URL(page.url()).origin).toBe(server)
  })
}

test('return_to leads nowhere else through the second factor either', async ({ page, server, context }) => {
  const person = await aPerson()
  await page.goto('/login?return_to=%2Faccount%2Fsecurity')
  await logIn(page, person)
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = ((await page.locator('p.font-mono').textContent()) ?? '').replace(/\s/g, '')
  await page.getByLabel('Code', { exact: true }).fill(await codeToSend(secret, -1))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const code = await page.locator('ul.font-mono li').first().innerText()
  await context.clearCookies()
  await page.goto('/login')
  await logIn(page, person)
  await expect(page.getByLabel('Code')).toBeVisible()
  await page.goto(`/login/verify?return_to=${encodeURIComponent('//evil.example')}`)
  expect((await runAxe(page)).violations.map(({ id }) => id)).toEqual([])
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Apps with access' })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(server)
})

test('return_to leads nowhere else through a passkey either', async ({ page, server, context }) => {
  await addAuthenticator(page)
  await page.goto('/login?return_to=%2Faccount%2Fsecurity')
  await logIn(page, await aPerson())
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('status')).toContainText('The passkey is added')
  await context.clearCookies()
  await page.goto(`/login?return_to=${encodeURIComponent('//evil.example')}`)
  await logInWithPasskey(page, page.getByRole('heading', { name: 'Apps with access' }))
  expect(new URL(page.url()).origin).toBe(server)
})

test('a hostile state, app name and company name stay text on the way through log-in and consent', async ({ page, server }) => {
  const markup = '"><img src=x onerror=document.title=1><script>document.title=1</script>'
  const app = await anApp(await aCompany(markup), { name: markup })
  await page.goto(authorizationUrl(server, app, { state: markup, login_hint: markup, nonce: markup }))
  expect(await page.locator('main img').count()).toBe(0)
  await logIn(page, await aPerson({ given_name: markup }))
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  expect(await page.locator('main img').count()).toBe(0)
  expect(await page.title()).not.toBe('1')
})
