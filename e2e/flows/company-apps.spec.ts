import { judgePage } from '../fixtures/judge-page'
import { LOOKS, looks } from '../fixtures/looks'
import { aColleague, ownerSignedIn, staffSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { authorize, basic, consentWithoutPages } from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson, type TestApp, type TestCompany } from '../fixtures/world'

const api = async (server: string, company: TestCompany, path: string) =>
  (await fetch(`${server}/api/v1${path}`, { headers: { authorization: `Bearer ${company.apiKey}` } })).json()

/** What the token endpoint says to a made-up code: `invalid_client` before, `invalid_grant` after the client is proven. */
async function tokenError(server: string, app: Pick<TestApp, 'client_id'>, secret: string): Promise<string> {
  const response = await fetch(`${server}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: basic(app as TestApp, secret) },
    body: new URLSearchParams({ grant_type: 'authorization_code', code: 'none', redirect_uri: 'https://a.example/cb' }),
  })
  return (await response.json()).error
}

for (const [platform, uri, clientType] of [
  ['Web server', 'https://shop.example/callback', 'confidential'],
  ['Browser', 'https://shop.example/callback', 'spa'],
  ['Phone', 'com.example.shop:/callback', 'mobile'],
  ['Desktop or terminal', 'http://127.0.0.1:8400/callback', 'native'],
] as const) {
  test(`staff create an app for “${platform}”; ${clientType === 'confidential' ? 'its secret is shown once and works' : 'it has no secret'}`, async ({
    page,
    server,
  }) => {
    const company = await aCompany()
    await ownerSignedIn(page, company, server)
    await page.goto('/company/apps')
    await expect(page.getByRole('heading', { name: 'No apps yet' })).toBeVisible()
    await page.getByRole('link', { name: 'New app' }).click()
    await expect(page.getByRole('heading', { name: 'New app' })).toBeVisible()
    await page.getByText(platform, { exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Reading Room')
    await page.getByLabel('Return addresses').fill(uri)
    await page.getByRole('checkbox', { name: 'Your first name' }).check()
    const preview = page.getByRole('region', { name: 'What people will see' })
    await expect(preview.getByText('Reading Room asks for access')).toBeVisible()
    await expect(preview.getByText('Your first name')).toBeVisible()
    await expect(preview.getByText('Your profile')).toHaveCount(0)
    await page.getByRole('button', { name: 'Create app' }).click()
    await expect(page.getByRole('heading', { name: 'The app is ready' })).toBeFocused()

    const [app] = (await api(server, company, '/apps')).data
    expect(app).toMatchObject({ name: 'Reading Room', client_type: clientType, redirect_uris: [uri], scopes: ['openid', 'given_name'] })
    await expect(page.getByText(app.client_id)).toBeVisible()
    const secret = page.getByText(/^sgs_[0-9A-Za-z]{49}$/)
    if (clientType !== 'confidential') {
      await expect(secret).toHaveCount(0)
      return
    }
    const shown = (await secret.textContent()) ?? ''
    expect(await tokenError(server, app, shown)).toBe('invalid_grant')
    await page.getByRole('button', { name: 'Go on to the quickstart' }).click()
    await expect(secret).toBeVisible()
    await page.getByLabel('I have stored it').check()
    await page.goto(`/company/apps/${app.id}/credentials`)
    await expect(page.getByText(app.client_id)).toBeVisible()
    expect(await page.content()).not.toContain(shown)
  })
}

test('return addresses are judged while they are typed, with a better one to take', async ({ page, server }) => {
  await ownerSignedIn(page, await aCompany(), server)
  await page.goto('/company/apps/new')
  const field = page.getByLabel('Return addresses')
  const advice = page.locator('#redirect_uris-advice')
  for (const [typed, said, better] of [
    ['https://shop.example/callback', 'can be registered', null],
    ['https://shop.example/callback/', 'ends with a slash', 'https://shop.example/callback'],
    ['http://shop.example/callback', 'must be https', 'https://shop.example/callback'],
    ['http://localhost:3000/cb', 'localhost, 127.0.0.1 and every port are different', null],
    ['https://shop.example/cb#part', 'must not have a fragment', 'https://shop.example/cb'],
    ['https://*.shop.example/cb', 'must not have a wildcard', null],
    ['https://Shop.Example/cb', 'has capitals', 'https://shop.example/cb'],
    ['shop.example/cb', 'is not a whole address', 'https://shop.example/cb'],
    ['com.example.shop:/cb', 'apps on a device only', null],
  ] as const) {
    await field.fill(typed)
    await expect(advice).toContainText(said)
    const take = advice.getByRole('button', { name: 'instead' })
    if (better === null) await expect(take).toHaveCount(0)
    else {
      await take.click()
      await expect(field).toHaveValue(better)
      await expect(advice).toContainText('can be registered')
    }
  }
  await field.fill('https://a.example/cb\nhttps://a.example/cb\n')
  await expect(advice.getByText('is listed twice')).toHaveCount(1)
  // The same address is judged anew when the platform changes.
  await field.fill('com.example.shop:/cb')
  await page.getByText('Phone', { exact: true }).click()
  await expect(advice).toContainText('can be registered')
})

test('addresses after logging out and the switches are kept, told in the audit log and shown again', async ({ page, server }) => {
  const company = await aCompany()
  const app = await anApp(company)
  await ownerSignedIn(page, company, server)
  await page.goto(`/company/apps/${app.id}`)
  const field = page.getByLabel('Addresses after logging out')
  await field.fill('http://shop.example/goodbye')
  await expect(page.locator('#post_logout_redirect_uris-advice')).toContainText('must be https')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.locator('#post_logout_redirect_uris-error')).toContainText('Mend or remove')
  await field.fill('https://shop.example/goodbye')
  await page.getByRole('checkbox', { name: 'Always say when the person logged in' }).check()
  await page.getByRole('checkbox', { name: 'Leave iss out of error answers' }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The changes are saved')).toBeVisible()
  expect(await api(server, company, `/apps/${app.id}`)).toMatchObject({
    redirect_uris: [app.redirect_uri],
    post_logout_redirect_uris: ['https://shop.example/goodbye'],
    require_auth_time: true,
    omit_iss_in_errors: true,
  })
  await expect(field).toHaveValue('https://shop.example/goodbye')
  await expect(page.getByRole('checkbox', { name: 'Leave iss out of error answers' })).toBeChecked()
  await page.goto('/company/audit')
  await expect(page.getByText('Addresses after logging out').first()).toBeVisible()
  await expect(page.getByText('Errors without iss').first()).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an app is created as a plain form: faults stand beside their fields and nothing typed is lost', async ({ page, server }) => {
    const company = await aCompany()
    await ownerSignedIn(page, company, server)
    await page.goto('/company/apps/new')
    await page.getByRole('radio', { name: /Phone/ }).check({ force: true })
    await page.getByLabel('Name', { exact: true }).fill('Pocket Shelf')
    await page.getByLabel('Return addresses').fill('com.example.shelf:/callback\nhttp://shelf.example/callback')
    await page.getByRole('checkbox', { name: 'Write to you' }).check()
    await page.getByRole('button', { name: 'Create app' }).click()
    await expect(page.locator('main').getByRole('alert').first()).toContainText('not saved yet')
    await expect(page.getByLabel('Return addresses')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('#redirect_uris-error')).toContainText('Mend or remove')
    await expect(page.locator('#redirect_uris-advice')).toContainText('must be https')
    await expect(page.getByRole('radio', { name: /Phone/ })).toBeChecked()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Pocket Shelf')
    await expect(page.getByRole('checkbox', { name: 'Write to you' })).toBeChecked()
    expect((await api(server, company, '/apps')).data).toEqual([])

    await page.getByLabel('Return addresses').fill('com.example.shelf:/callback')
    await page.getByRole('button', { name: 'Create app' }).click()
    await expect(page.getByRole('heading', { name: 'The app is ready' })).toBeVisible()
    expect((await api(server, company, '/apps')).data).toMatchObject([{ name: 'Pocket Shelf', client_type: 'mobile', scopes: ['openid', 'email'] }])
  })

  test('settings are saved as a plain form', async ({ page, server }) => {
    const company = await aCompany()
    const app = await anApp(company)
    await ownerSignedIn(page, company, server)
    await page.goto(`/company/apps/${app.id}`)
    await page.getByLabel('Name', { exact: true }).fill('Renamed')
    await page.getByRole('checkbox', { name: 'Your profile' }).uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('status').first()).toContainText('The changes are saved')
    expect(await api(server, company, `/apps/${app.id}`)).toMatchObject({
      name: 'Renamed',
      scopes: ALL_SCOPES.filter((scope) => scope !== 'profile'),
    })
  })

  for (const [what, form, button] of [
    ['settings', '', 'Save changes'],
    ['status', '?confirm=inactive', 'Switch the app off'],
    ['secret', '/credentials?confirm=rotate', 'Rotate secret'],
    ['signature', '/credentials', 'Save the algorithm'],
  ] as const) {
    test(`a foreign app's ${what} cannot be changed by naming it in the form`, async ({ page, server }) => {
      const [mine, theirs] = [await aCompany(), await aCompany()]
      const [own, foreign] = [await anApp(mine), await anApp(theirs)]
      const before = await api(server, theirs, `/apps/${foreign.id}`)
      await ownerSignedIn(page, mine, server)
      await page.goto(`/company/apps/${own.id}${form}`)
      const target = page.locator('main form').filter({ has: page.getByRole('button', { name: button }) })
      await target.locator('input[name=id]').evaluate((input, id) => input.setAttribute('value', id), foreign.id)
      await target.getByRole('button', { name: button }).click()
      await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
      expect(await api(server, theirs, `/apps/${foreign.id}`)).toEqual(before)
      expect(await tokenError(server, foreign, foreign.client_secret as string)).toBe('invalid_grant')
    })
  }
})

test('a rotated secret works and the old one is refused at once; the secret is not shown a second time', async ({ page, server }) => {
  const company = await aCompany()
  const app = await anApp(company)
  await ownerSignedIn(page, company, server)
  await page.goto(`/company/apps/${app.id}/credentials`)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await expect(page.getByText('The old secret dies now')).toBeVisible()
  await page.getByRole('link', { name: 'Keep the secret' }).click()
  await expect(page.getByText('The old secret dies now')).toHaveCount(0)
  expect(await tokenError(server, app, app.client_secret as string)).toBe('invalid_grant')
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await expect(page.getByText('The old secret dies now')).toBeVisible()
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  const secret = page.getByText(/^sgs_[0-9A-Za-z]{49}$/)
  await expect(secret).toBeVisible()
  await judgePage(page)
  const shown = (await secret.textContent()) ?? ''
  expect(await tokenError(server, app, app.client_secret as string)).toBe('invalid_client')
  expect(await tokenError(server, app, shown)).toBe('invalid_grant')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy: New client secret' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied: New client secret' })).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
  await page.context().clearPermissions()
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Rotate secret' })).toBeVisible()
  expect(await page.content()).not.toContain(shown)
})

test('the signature of id_tokens is the company’s choice, and stands in its log', async ({ page, server }) => {
  const company = await aCompany()
  const app = await anApp(company)
  await ownerSignedIn(page, company, server)
  await page.goto(`/company/apps/${app.id}/credentials`)
  await expect(page.getByLabel('Algorithm').locator('option:checked')).toContainText('RS256')
  await page.getByLabel('Algorithm').selectOption('ES256')
  await page.getByRole('button', { name: 'Save the algorithm' }).click()
  await expect(page.getByText('The next id_tokens are signed like this.')).toBeVisible()
  await expect(page.getByLabel('Algorithm').locator('option:checked')).toContainText('ES256')
  await judgePage(page)
  await page.goto('/company/audit')
  const changed = page.getByRole('row').filter({ hasText: 'Signature of id_tokens' })
  await expect(changed).toContainText('before: RS256')
  await expect(changed).toContainText('after: ES256')
})

test('switching an app off says what happens, stops log-ins at once, and can be undone', async ({ page, server }) => {
  const company = await aCompany()
  const app = await anApp(company, { name: 'Reading Room' })
  await ownerSignedIn(page, company, server)
  await page.goto(`/company/apps/${app.id}`)
  await page.getByRole('button', { name: 'Switch the app off' }).click()
  await expect(page.getByText('Switch Reading Room off?')).toBeFocused()
  await expect(page.getByText('every token it holds stops working')).toBeVisible()
  await page.getByRole('button', { name: 'Switch the app off' }).click()
  await expect(page.getByRole('status').first()).toContainText('The app is off')
  expect(await tokenError(server, app, app.client_secret as string)).toBe('invalid_client')
  expect((await authorize(server, app)).status).toBe(400)
  await page.getByRole('button', { name: 'Switch the app on' }).click()
  await expect(page.getByRole('status').first()).toContainText('The app is on')
  expect((await authorize(server, app)).status).toBe(303)
})

test('consents show pseudonym, alias and scopes, page by page, and nothing that is personal', async ({ page, server }) => {
  const company = await aCompany()
  const app = await anApp(company)
  const canary = { given_name: 'Canarygiven', family_name: 'Canaryfamily', birthdate: '1971-03-09' }
  const people = []
  for (let i = 0; i < 52; i++) people.push(await aPerson(canary))
  for (const person of people) await consentWithoutPages(person, app, ['openid', 'profile', 'email'])
  await ownerSignedIn(page, company, server)
  await page.goto(`/company/apps/${app.id}/consents`)
  await expect(page.getByRole('row')).toHaveCount(51)
  const first = await page.content()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  const second = await page.content()
  const { data } = await api(server, company, `/apps/${app.id}/authorizations?limit=100`)
  expect(data).toHaveLength(52)
  for (const { sub, alias } of data) expect((first + second).includes(sub) && (first + second).includes(alias), sub).toBe(true)
  for (const secret of ['Canary', '1971', ...people.flatMap(({ id, email }) => [id, email])]) expect(first + second).not.toContain(secret)
  await page.goto(`/company/apps/${app.id}/consents?cursor=rubbish`)
  await expect(page.getByRole('row')).toHaveCount(51)

  // Whoever names themselves is found by either name, with the day, in no address; a part of a name finds nobody.
  const named = data[51]
  for (const name of [named.alias, named.sub]) {
    await page.getByLabel('Find a user').fill(name)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    const found = page.getByRole('status').filter({ hasText: 'Access since' })
    await expect(found).toContainText(named.sub)
    await expect(found).toContainText(named.alias)
    await expect(page.getByText('52 consents')).toBeVisible()
    expect(page.url()).not.toContain(name)
  }
  // What is typed while an answer is on its way stays typed.
  const who = page.getByLabel('Find a user')
  let answers = () => {}
  const isAnswering = new Promise<void>((resolve) => {
    answers = resolve
  })
  await page.route('**/consents*', async (route) => {
    if (route.request().method() === 'POST') await isAnswering
    await route.continue()
  })
  await who.fill(named.alias)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await who.fill(named.alias.slice(1))
  answers()
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeEnabled()
  await expect(who).toHaveValue(named.alias.slice(1))
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByText('Nobody with this pseudonym or alias gives this app access now.')).toBeVisible()
})

test('a foreign app is a missing page on every tab, for whoever is not its company', async ({ page, server }) => {
  const foreign = await anApp(await aCompany('Foreign Company'), { name: 'Foreign App' })
  await ownerSignedIn(page, await aCompany(), server)
  const missing = 'app_0000000000000000000000'
  for (const tab of ['', '/credentials', '/consents']) {
    for (const [id, status] of [
      [foreign.id, 404],
      [missing, 404],
      ['app_%F0%9F%98%80', 404],
      ['%00', 400],
    ] as const) {
      const response = await page.goto(`/company/apps/${id}${tab}`)
      expect([tab, id, response?.status()]).toEqual([tab, id, status])
      expect(await page.content()).not.toContain('Foreign')
    }
  }
})

test('a developer creates apps, but neither makes nor ends keys', async ({ page, server }) => {
  const company = await aCompany()
  await staffSignedIn(page, await aColleague(company, 'developer'), server)
  await page.goto('/company/keys')
  await expect(page.getByText('Owners and admins create and invalidate keys.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Test key' })).toBeVisible()
  await expect(page.getByRole('button', { name: /key/ })).toHaveCount(0)
  await page.goto('/company/apps/new')
  await expect(page.getByRole('button', { name: 'Create app' })).toBeVisible()
})

test("a developer's forged form invalidates no key", async ({ browser, server }) => {
  const company = await aCompany()
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server })
  const page = await context.newPage()
  await ownerSignedIn(page, company, server)
  await page.goto('/company/keys')
  await page.getByRole('button', { name: 'Invalidate key' }).click()
  await expect(page.getByText('This cannot be undone.')).toBeVisible()
  await staffSignedIn(page, await aColleague(company, 'developer'), server)
  await page.getByRole('button', { name: 'Invalidate key' }).click()
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  expect((await fetch(`${server}/api/v1/me`, { headers: { authorization: `Bearer ${company.apiKey}` } })).status).toBe(200)
  await context.close()
})

test("markup in an app's or a company's name stays text on every page of the app", async ({ page, server }) => {
  const markup = '"><img src=x onerror=document.title=1><b>x</b>'
  const company = await aCompany(markup)
  const app = await anApp(company, { name: markup })
  await ownerSignedIn(page, company, server)
  for (const path of [
    '/company',
    '/company/apps',
    ...['', '?confirm=inactive', '/credentials?confirm=rotate', '/consents'].map((tab) => `/company/apps/${app.id}${tab}`),
  ]) {
    await page.goto(path)
    await expect(page.getByText('onerror').first()).toBeVisible()
    expect(await page.locator('main img, main b').count()).toBe(0)
    expect(await page.title()).not.toBe('1')
  }
})

test('an app is created with the keyboard alone', async ({ page, server }) => {
  const company = await aCompany()
  await ownerSignedIn(page, company, server)
  await page.goto('/company/apps/new')
  await expect(page.getByRole('heading', { name: 'New app' })).toBeVisible()
  await page.getByRole('radio', { name: /Web server/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Keys only')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://shop.example/callback/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Use https://shop.example/callback instead' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Return addresses')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: 'Your profile' })).toBeFocused()
  await page.keyboard.press('Space')
  // The other scopes, the addresses after logging out, what is folded and the two switches.
  for (let i = 0; i < 9; i++) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Create app' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The app is ready' })).toBeFocused()
  expect((await api(server, company, '/apps')).data).toMatchObject([{ name: 'Keys only', client_type: 'spa', scopes: ['openid', 'profile'] }])
})

for (const locale of looks('en-GB', 'pl-PL')) {
  test(`app pages have no accessibility violations and fit 320 px, in either theme: ${locale}`, LOOKS, async ({ browser, server }) => {
    const context = await browser.newContext({ locale, baseURL: server, viewport: { width: 320, height: 800 } })
    const page = await context.newPage()
    const company = await aCompany()
    await ownerSignedIn(page, company, server)
    const visit = async (path: string) => {
      await page.goto(path)
      await judgePage(page)
    }
    await visit('/company/apps')
    const app = await anApp(company, { name: 'Averyveryveryveryveryveryverylongnamewithoutanyspace' })
    await consentWithoutPages(await aPerson(), app, ALL_SCOPES)
    for (const path of ['', '/keys', '/apps', '/apps/new']) await visit(`/company${path}`)
    for (const tab of ['', '?confirm=inactive', '/credentials', '/credentials?confirm=rotate', '/consents'])
      await visit(`/company/apps/${app.id}${tab}`)
    await page.goto('/company/apps/new')
    await page.locator('#redirect_uris').fill('http://shop.example/cb\nhttps://shop.example/cb/\nhttps://shop.example/ok')
    await expect(page.locator('#redirect_uris-advice li')).toHaveCount(3)
    await judgePage(page)
    await context.close()
  })
}
