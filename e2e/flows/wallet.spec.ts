import type { Browser, Page } from '@playwright/test'
import { answerAsSpecimen } from '#lib/wallet/specimen/answer-as-specimen'
import { judgePage } from '../fixtures/judge-page'
import { runAxe } from '../fixtures/run-axe'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { aVerification, linkPath } from '../fixtures/verifications'
import { consentWithoutPages, logInWithoutPages, tokensFor, userinfo } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, type TestCompany } from '../fixtures/world'

/** The birth date of somebody who turns 18 today. */
function turnsAdultToday(): string {
  const today = new Date().toISOString().slice(0, 10)
  return `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`
}

const ask = async (server: string, company: TestCompany, id: string) =>
  (await (await fetch(`${server}/v1/verifications/${id}`, { headers: { authorization: `Bearer ${company.apiKey}` } })).json()) as object

/** Up to the code that the page shows for a wallet, and the question in it. */
async function startWallet(page: Page, path: string): Promise<string> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Agree and go on' }).click()
  await page.getByRole('button', { name: 'Use my wallet' }).click()
  await expect(page.getByRole('heading', { name: 'Open your wallet' })).toBeVisible()
  return (await page.getByRole('link', { name: 'Open the specimen wallet' }).getAttribute('href')) ?? ''
}

const aPhone = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ baseURL, locale: 'en-GB', viewport: { width: 360, height: 740 }, hasTouch: true })).newPage()

async function discloseOn(phone: Page, question: string, format: string, { birthdate, wrong }: { birthdate?: string; wrong?: string } = {}) {
  await phone.goto(question)
  await phone.getByLabel('From which document').selectOption(format)
  if (birthdate) await phone.getByLabel('Birth date of its holder').fill(birthdate)
  if (wrong) await phone.getByLabel('What goes wrong').selectOption(wrong)
  await phone.getByRole('button', { name: 'Tell it' }).click()
}

for (const format of ['specimen_sd_jwt', 'specimen_mdoc'] as const) {
  test(`${format}: a code scanned with a phone, six digits back, and an age at userinfo of somebody who turns 18 today`, async ({
    browser,
    page,
    server,
    baseURL,
  }) => {
    const company = await aCompany()
    const app = await anApp(company)
    const person = await aPerson({ locale: 'en' })
    const session = await aVerification(company, { app, fields: ['age_over_18'], min_assurance: 'wallet' })
    await signedIn(page, person, server)
    const question = await startWallet(page, linkPath(session))
    expect((await runAxe(page)).violations).toEqual([])
    const phone = await aPhone(browser, baseURL)
    await discloseOn(phone, question, format, { birthdate: turnsAdultToday() })
    await phone.getByRole('link', { name: 'Go back' }).click()
    await expect(phone.getByRole('heading', { name: 'Did you start this on another screen?' })).toBeVisible()
    await expect(phone.getByText(company.name)).toBeVisible()
    await expect(phone.getByText(`${person.email[0]}…@p….example`)).toBeVisible()
    expect((await runAxe(phone)).violations).toEqual([])
    await phone.getByRole('button', { name: 'Yes, I started it' }).click()
    const digits = (await phone.locator('main .font-mono').innerText()).replace(/\s/g, '')

    await expect(page.getByRole('heading', { name: 'Type the digits from your phone' })).toBeVisible()
    await page.getByLabel('Six digits').fill(digits === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByText('You can try 2 more times')).toBeVisible()
    expect((await runAxe(page)).violations).toEqual([])
    await page.getByLabel('Six digits').fill(digits)
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible()
    expect((await runAxe(page)).violations).toEqual([])
    await page.getByRole('button', { name: 'Confirm and save' }).click()
    await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible()
    await phone.context().close()

    expect(await ask(server, company, session.id)).toMatchObject({
      status: 'verified',
      result: { assurance: 'wallet', checks: { issuer: 'pass', holder: 'pass', expiry: 'pass' } },
      material: { status: 'none' },
    })
    await consentWithoutPages(person, app, ['openid', 'age_over_18'])
    const tokens = await tokensFor(server, app, await logInWithoutPages(person), 'openid age_over_18')
    expect(await (await userinfo(server, tokens.access_token)).json()).toEqual({ sub: expect.any(String), age_over_18: true })
  })
}

test('on one device the wallet leads straight to the review; a refusal says why and costs nothing; the camera is still there', async ({
  page,
  server,
}) => {
  const company = await aCompany()
  const session = await aVerification(company)
  await signedIn(page, await aPerson({ locale: 'en' }), server)
  const first = await startWallet(page, linkPath(session))
  await discloseOn(page, first, 'specimen_mdoc', { wrong: 'revoked' })
  await expect(page.getByRole('heading', { name: 'Refused' })).toBeVisible()
  await page.goto(linkPath(session))
  await expect(page.getByText('The issuer withdrew this document')).toBeVisible()
  await expect(page.getByText('This did not count as an attempt')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Passport' })).toBeVisible()
  expect((await runAxe(page)).violations).toEqual([])

  await page.getByRole('button', { name: 'Try again with my wallet' }).click()
  await page.getByRole('link', { name: 'Open the specimen wallet' }).click()
  await page.getByRole('button', { name: 'Tell nothing' }).click()
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page.getByText('You said no in your wallet')).toBeVisible()

  await page.getByRole('button', { name: 'Try again with my wallet' }).click()
  await page.getByRole('link', { name: 'Open the specimen wallet' }).click()
  await page.getByRole('button', { name: 'Tell it' }).click()
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible()
  await expect(page.getByText('Erika')).toBeVisible()
  expect(await ask(server, company, session.id)).toMatchObject({ status: 'processing', attempts: { used: 1 } })
})

test('a browser that asks wallets itself brings the answer; one to another question is refused and uses no attempt', async ({ page, server }) => {
  const holder = { given_name: 'Erika', family_name: 'Muster', birthdate: '1990-04-05' }
  let wrong: 'wrong_nonce' | undefined = 'wrong_nonce'
  await page.exposeFunction('askWallet', (request: string) => answerAsSpecimen(request, 'specimen_mdoc', holder, wrong))
  // The wallet beside the browser is not ours.
  await page.addInitScript(() => {
    type Asked = { digital: { requests: { protocol: string; data: { request: string } }[] } }
    const world = window as unknown as { DigitalCredential?: unknown; askWallet: (request: string) => Promise<unknown> }
    world.DigitalCredential ??= class {}
    navigator.credentials.get = async (asked) => {
      const [request] = (asked as unknown as Asked).digital.requests
      return { protocol: request?.protocol, data: await world.askWallet(request?.data.request ?? '') } as never
    }
  })
  const company = await aCompany()
  const session = await aVerification(company, { fields: ['given_name', 'family_name', 'birthdate'], min_assurance: 'wallet' })
  await signedIn(page, await aPerson({ locale: 'en' }), server)
  await page.goto(linkPath(session))
  await page.getByRole('button', { name: 'Agree and go on' }).click()
  await page.getByRole('button', { name: 'Use a wallet through this browser' }).click()
  await expect(page.getByText('This did not count as an attempt')).toBeVisible()
  wrong = undefined
  await page.getByRole('button', { name: 'Use a wallet through this browser' }).click()
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm and save' }).click()
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible()
  expect(await ask(server, company, session.id)).toMatchObject({ status: 'verified', result: { assurance: 'wallet' } })
})

test('what a wallet is asked with fits 320 pixels and is free of axe violations in either theme', async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const session = await aVerification(await aCompany(), { fields: ['given_name', 'age_over_18'] })
  await signedIn(page, await aPerson({ locale: 'en' }), server)
  const question = await startWallet(page, linkPath(session))
  await judgePage(page)
  await page.goto(question)
  await expect(page.getByRole('button', { name: 'Tell it' })).toBeVisible()
  await judgePage(page)
  await page.getByRole('button', { name: 'Tell it' }).click()
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible()
  await judgePage(page)
})

test('every refusal of a wallet endpoint is the same, without cookies and kept nowhere', async ({ server, page }) => {
  const session = await aVerification(await aCompany())
  await signedIn(page, await aPerson({ locale: 'en' }), server)
  const question = await startWallet(page, linkPath(session))
  const uri = new URLSearchParams(question.slice(question.indexOf('?'))).get('request_uri') ?? ''
  const handed = await fetch(uri)
  expect([handed.status, handed.headers.get('content-type'), handed.headers.get('cache-control'), handed.headers.get('set-cookie')]).toEqual([
    200,
    'application/oauth-authz-req+jwt',
    'no-store',
    null,
  ])
  const response = uri.replace('/request/', '/response/')
  const form = (body: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(body) })
  const refused = [
    await fetch(`${server}/wallet/request/wrq_unknown`),
    await fetch(uri, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
    await fetch(`${server}/wallet/response/wrq_unknown`, form({ response: 'x' })),
    await fetch(response, { method: 'POST', body: 'x'.repeat(1_100_000), headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    await fetch(response, form({ response: 'not a JWE' })),
    await fetch(response, form({ response: 'answered already' })),
  ]
  for (const answer of refused) {
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: 'invalid_request' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
})
