import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { withDatabase } from '#lib/core/db'
import { findImageKinds } from '#lib/verifications/store/images'
import { judgePage } from '../fixtures/judge-page'
import { signedIn } from '../fixtures/signed-in'
import { aFace, aSpecimen, browserSeeing } from '../fixtures/specimens'
import { expect, test } from '../fixtures/test'
import { aReading, aVerification, linkPath, read } from '../fixtures/verifications'
import { consentWithoutPages, logInWithoutPages, tokensFor, userinfo } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, type TestCompany } from '../fixtures/world'

type Session = { id: string; url: string; status: string; result: unknown; failure: unknown; material: unknown }

async function api<Answer = Session>(server: string, company: TestCompany, method: string, path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${company.apiKey}`, 'content-type': 'application/json' }
  const response = await fetch(`${server}${path}`, { method, headers, body: body && JSON.stringify(body) })
  expect(response.ok, `${method} ${path} ${response.status}`).toBe(true)
  return (await response.json()) as Answer
}

/** The birth date of somebody who turns 18 in that zone tomorrow. */
function turnsAdultTomorrowIn(timeZone: string): string {
  const tomorrow = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(Date.now() + 86_400_000))
  return `${Number(tomorrow.slice(0, 4)) - 18}${tomorrow.slice(4)}`
}

/** From the link to the camera, a passport chosen. */
async function begin(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('button', { name: 'Agree and go on' }).click()
  await page.getByRole('button', { name: 'Passport' }).click()
  await expect(page.getByRole('heading', { name: 'The photo page of your passport' })).toBeVisible()
}

const picturesOf = (sessionId: string) => withDatabase((db) => findImageKinds(db, sessionId))

const sendFile = async (page: Page, picture: Buffer) => {
  await page.getByLabel('Or choose a file').setInputFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('button', { name: 'Send this file' }).click()
}

/** The faces of a document's holder: straight ahead, then turned to the side that is asked for. */
async function sendFace(page: Page, selfie: (yaw: number) => Promise<Buffer>, turned = selfie) {
  await expect(page.getByRole('heading', { name: 'Your face, looking straight ahead' })).toBeVisible()
  await sendFile(page, await selfie(0))
  const turn = page.getByRole('heading', { name: /Now turn your head to your (left|right)/ })
  await expect(turn).toBeVisible()
  await sendFile(page, await turned((await turn.innerText()).endsWith('left') ? 30 : -30))
}

/** Who turns 18 today shows a wallet, in `wallet.spec.ts`. */
test('a company starts a session, somebody who turns 18 tomorrow shows a passport to the camera, and only userinfo tells it', async ({
  server,
  baseURL,
}) => {
  const zoneinfo = 'Pacific/Kiritimati'
  const company = await aCompany()
  const app = await anApp(company, { redirectUris: ['https://shop.example/callback'] })
  const person = await aPerson({ locale: 'en', zoneinfo })
  const { image, document, selfie } = await aFace({ person: { surname: 'Żeleńska', givenNames: 'Anna', birthDate: turnsAdultTomorrowIn(zoneinfo) } })
  const asked = {
    client_id: app.client_id,
    fields: ['given_name', 'age_over_18'],
    redirect_uri: app.redirect_uri,
    state: 's t&1',
    reference: 'case 7',
  }
  const session = await api(server, company, 'POST', '/v1/verifications', asked)
  const browser = await browserSeeing(image)
  try {
    const page = await browser.newPage({ baseURL, locale: 'en-GB' })
    await page.goto(new URL(session.url).pathname)
    await page.getByRole('link', { name: 'Log in and go on' }).click()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('button', { name: 'Agree and go on' }).click()
    await expect(page.getByRole('button', { name: 'Passport' })).toBeVisible()
    expect(await api(server, company, 'GET', `/v1/verifications/${session.id}`)).toMatchObject({ status: 'in_progress', result: null })
    await page.getByRole('button', { name: 'Passport' }).click()
    await page.getByRole('button', { name: 'Open the camera' }).click()
    // Nobody presses anything: the camera takes what lies still and fills the frame.
    await page.getByRole('button', { name: 'Use this picture' }).click()
    await sendFace(page, selfie)
    await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible({ timeout: 90_000 })
    await expect(page.getByLabel('First names')).toHaveValue('Anna')

    await page.getByLabel('Last name').fill('Kowalska')
    await page.getByRole('button', { name: 'Confirm and save' }).click()
    await expect(page.locator('main').getByRole('alert')).toContainText('is not the name in the document')
    await page.getByLabel('Last name').fill('Żeleńska')
    await page.getByRole('button', { name: 'Confirm and save' }).click()
    await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible()
    await expect(page.getByText('the live face is the one in it')).toBeVisible()
    const back = await page.getByRole('link', { name: `Back to ${app.name}` }).getAttribute('href')
    expect(new URL(back ?? '').searchParams.get('state')).toBe('s t&1')
  } finally {
    await browser.close()
  }

  const told = await api(server, company, 'GET', `/v1/verifications/${session.id}`)
  expect(told).toMatchObject({
    status: 'verified',
    failure: null,
    min_assurance: 'person',
    result: {
      outcome: 'verified',
      fields: { given_name: 'verified', age_over_18: 'verified' },
      assurance: 'person',
      checks: { mrz_check_digits: 'pass', viz_consistency: 'pass', face_match: 'pass' },
    },
    material: { status: 'deleted', deleted_at: expect.any(String) },
  })
  const everything = JSON.stringify([told, await api(server, company, 'GET', '/v1/verifications?reference=case%207')])
  for (const value of ['Anna', 'Żeleńska', 'ZELENSKA', 'UTO', document.documentNumber, document.person.birthDate])
    expect(everything).not.toContain(value)

  const visitor = await logInWithoutPages(person)
  await consentWithoutPages(person, app, ['openid', 'given_name', 'age_over_18'])
  const tokens = await tokensFor(server, app, visitor, 'openid given_name age_over_18')
  expect(await (await userinfo(server, tokens.access_token)).json()).toEqual({ sub: expect.any(String), given_name: 'Anna', age_over_18: false })
})

test('without a script a file is enough, and what is wrong with one is said on the page', async ({ browser, server, baseURL }) => {
  const company = await aCompany()
  const session = await aVerification(company)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, locale: 'en-GB' })
  const page = await context.newPage()
  await signedIn(page, await aPerson(), server)
  await begin(page, linkPath(session))
  await sendFile(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(page.locator('main').getByRole('alert')).toContainText('This kind of file cannot be used')
  await sendFile(page, (await aSpecimen()).image)
  await expect(page.getByRole('heading', { name: 'Your document is being read' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Confirm and save' }).click()
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible()
  await context.close()
})

/** The path of the code that the page shows for a phone. */
async function codeFor(page: Page) {
  await page.getByRole('button', { name: 'Go on with my phone' }).click()
  return new URL((await page.locator('main code').textContent()) ?? '').pathname
}

const aPhone = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ baseURL, locale: 'en-GB', viewport: { width: 360, height: 740 } })).newPage()

test('a phone takes the pictures by a code that works on one phone, and sees nothing of what was read', async ({
  browser,
  page,
  server,
  baseURL,
}) => {
  const session = await aVerification(await aCompany())
  const person = await aPerson()
  await signedIn(page, person, server)
  await begin(page, linkPath(session))
  const path = await codeFor(page)
  const handset = await aPhone(browser, baseURL)
  await handset.goto(path)
  await expect(handset.getByText(`${person.email[0]}…@p….example`)).toBeVisible()
  expect(await handset.content()).not.toContain(person.email.slice(1, person.email.indexOf('@')))
  await handset.getByRole('button', { name: 'It is my account, go on' }).click()
  await expect(handset.getByRole('heading', { name: 'The photo page of your passport' })).toBeVisible()

  // The same code again: nothing is asked twice. On another phone it is worth nothing.
  await handset.goto(path)
  await expect(handset.getByRole('heading', { name: 'The photo page of your passport' })).toBeVisible()
  const other = await aPhone(browser, baseURL)
  expect((await other.goto(path))?.status()).toBe(404)
  await expect(other.getByRole('heading', { name: 'This code no longer works' })).toBeVisible()
  await other.context().close()

  await sendFile(handset, (await aSpecimen()).image)
  await expect(handset.getByRole('heading', { name: 'Nothing more to do on this phone' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible({ timeout: 90_000 })
  await handset.goto(path)
  await expect(handset.getByRole('heading', { name: 'Nothing more to do on this phone' })).toBeVisible()
  await handset.context().close()
})

test('one phone, two people: the second takes over, and no picture goes to the first', async ({ browser, page, server, baseURL }) => {
  const [ofA, ofB] = [await aVerification(await aCompany()), await aVerification(await aCompany())]
  await signedIn(page, await aPerson(), server)
  await begin(page, linkPath(ofA))
  const pageOfB = await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage()
  await signedIn(pageOfB, await aPerson(), server)
  await begin(pageOfB, linkPath(ofB))

  const forA = await aPhone(browser, baseURL)
  await forA.goto(await codeFor(page))
  await forA.getByRole('button', { name: 'It is my account, go on' }).click()
  await expect(forA.getByRole('heading', { name: 'The photo page of your passport' })).toBeVisible()
  const forB = await forA.context().newPage()
  await forB.goto(await codeFor(pageOfB))
  await forB.getByRole('button', { name: 'It is my account, go on' }).click()
  await expect(forB.getByRole('heading', { name: 'The photo page of your passport' })).toBeVisible()

  const { image } = await aSpecimen()
  const pictures = async () => [...(await picturesOf(ofA.id)), '|', ...(await picturesOf(ofB.id))]
  // A's page is still open in the other tab.
  await sendFile(forA, image)
  await expect(forA.locator('main').getByRole('alert')).toContainText('this is not your verification')
  expect(await pictures()).toEqual(['|'])
  await sendFile(forB, image)
  await expect(forB.getByRole('heading', { name: 'Nothing more to do on this phone' })).toBeVisible()
  await expect(pageOfB.getByRole('heading', { name: 'Is this right?' })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByRole('heading', { name: 'The photo page of your passport' })).toBeVisible()
  expect(await pictures()).toEqual(['|'])
  await Promise.all([forA.context().close(), pageOfB.context().close()])
})

test('stopping on the computer ends what the phone may do', async ({ browser, page, server, baseURL }) => {
  const session = await aVerification(await aCompany())
  await signedIn(page, await aPerson(), server)
  await begin(page, linkPath(session))
  const path = await codeFor(page)
  const handset = await aPhone(browser, baseURL)
  await handset.goto(path)
  await handset.getByRole('button', { name: 'It is my account, go on' }).click()
  await expect(handset.getByRole('heading', { name: 'The photo page of your passport' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop here' }).click()
  await expect(page.getByRole('heading', { name: 'You stopped the verification' })).toBeVisible()
  await sendFile(handset, (await aSpecimen()).image)
  await expect(handset.locator('main').getByRole('alert')).toContainText('this is not your verification')
  expect(await picturesOf(session.id)).toEqual([])
  await handset.context().close()
})

test('a face is compared with the portrait, after a turn of the head that nobody knew beforehand', async ({ page, server }) => {
  const company = await aCompany()
  const session = await aVerification(company, { fields: ['face_match'], max_attempts: 2 })
  const { image, selfie } = await aFace()
  await signedIn(page, await aPerson(), server)
  await begin(page, linkPath(session))
  await sendFile(page, image)
  await sendFace(page, selfie, (yaw) => selfie(-yaw))
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 90_000 })
  expect(await api(server, company, 'GET', `/v1/verifications/${session.id}`)).toMatchObject({
    failure: { code: 'liveness_failed', retryable: true },
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await sendFile(page, image)
  await sendFace(page, selfie)
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Confirm and save' }).click()
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible()
  expect(await api(server, company, 'GET', `/v1/verifications/${session.id}`)).toMatchObject({
    status: 'verified',
    result: { fields: { face_match: 'verified' }, checks: { face_match: 'pass' } },
    material: { status: 'deleted' },
  })
})

test('with what a sandbox offers, a document and its holder, the whole way can be tried', async ({ page, server }) => {
  const company = await aCompany()
  const session = await aVerification(company, { fields: ['age_over_18'], min_assurance: 'person' })
  await signedIn(page, await aPerson(), server)
  await begin(page, linkPath(session))
  const offered = async (name: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name, exact: true }).click()
    return readFile(await (await download).path())
  }
  await sendFile(page, await offered('Specimen passport'))
  await sendFace(page, async (yaw) => offered(yaw === 0 ? 'Specimen face' : yaw > 0 ? 'Specimen face, turned left' : 'Specimen face, turned right'))
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Confirm and save' }).click()
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible()
  expect(await api(server, company, 'GET', `/v1/verifications/${session.id}`)).toMatchObject({ status: 'verified', result: { assurance: 'person' } })
})

test('a picture that cannot be read says what to do better and costs no attempt; a document that is not valid does', async ({ page, server }) => {
  const company = await aCompany()
  const session = await aVerification(company, { max_attempts: 1 })
  await signedIn(page, await aPerson(), server)
  await begin(page, linkPath(session))
  await sendFile(page, (await aSpecimen({ conditions: { blur: 12 } })).image)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('This did not count as an attempt. 1 attempt is left.')).toBeVisible()
  expect(await api(server, company, 'GET', `/v1/verifications/${session.id}`)).toMatchObject({
    status: 'retry_required',
    failure: { retryable: true },
    attempts: { used: 0, max: 1 },
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await sendFile(page, (await aSpecimen({ document: { expiryDate: '2024-05-06' } })).image)
  await expect(page.getByRole('heading', { name: 'There are no attempts left' })).toBeVisible({ timeout: 90_000 })
})

test('a card is photographed from both sides, and two lines on paper are not a document', async ({ page, server }) => {
  const company = await aCompany()
  const session = await aVerification(company)
  const [back, front] = await Promise.all((['back', 'front'] as const).map((side) => aSpecimen({ format: 'TD1', print: { side } })))
  await signedIn(page, await aPerson(), server)
  await page.goto(linkPath(session))
  await expect(page.getByText('of a card, both sides')).toBeVisible()
  await page.getByRole('button', { name: 'Agree and go on' }).click()
  await page.getByRole('button', { name: 'Passport' }).click()
  // The side with the lines alone shows no page.
  await sendFile(page, back?.image as Buffer)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 90_000 })
  expect(await api(server, company, 'GET', `/v1/verifications/${session.id}`)).toMatchObject({ failure: { code: 'assurance_not_reached' } })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Use another document' }).click()
  await page.getByRole('button', { name: 'Identity card', exact: true }).click()
  await sendFile(page, back?.image as Buffer)
  await expect(page.getByRole('heading', { name: 'The side with your photo' })).toBeVisible()
  await sendFile(page, front?.image as Buffer)
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Confirm and save' }).click()
  await expect(page.getByText('Whole page')).toBeVisible()
  expect(await api(server, company, 'GET', `/v1/verifications/${session.id}`)).toMatchObject({
    status: 'verified',
    result: { assurance: 'page', checks: { viz_consistency: 'pass', face_match: 'not_requested' } },
  })
})

test('where page and lines have a name in two ways the person chooses one, without a script too', async ({ browser, server, baseURL }) => {
  const world = await read(aReading({ surname: 'SILNA' }, {}, { surname: 'SILVA', givenNames: 'ANNA MARIA' }))
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, locale: 'en-GB' })
  const page = await context.newPage()
  await signedIn(page, world.person, server)
  await page.goto(`/verify/${world.visitor.token}`)
  await expect(page.getByText('Last name: which one is right?')).toBeVisible()
  await page.getByLabel('Silva as it is printed').check()
  await page.getByLabel(/^Last name, only if/).fill('Silnа')
  await page.getByRole('button', { name: 'Confirm and save' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('is not the name in the document')
  await page.getByLabel('Silva as it is printed').check()
  await page.getByLabel(/^Last name, only if/).fill('')
  await page.getByRole('button', { name: 'Confirm and save' }).click()
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByText('Silva', { exact: true })).toBeVisible()
  await context.close()
})

test('a link shows nothing to another account, and nothing once it was replaced', async ({ page, server }) => {
  const company = await aCompany()
  const session = await aVerification(company)
  await signedIn(page, await aPerson(), server)
  await begin(page, linkPath(session))
  await signedIn(page, await aPerson(), server)
  await page.goto(linkPath(session))
  await expect(page.getByRole('heading', { name: 'This belongs to another account' })).toBeVisible()
  await api(server, company, 'POST', `/v1/verifications/${session.id}/retry`)
  await page.goto(linkPath(session))
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('declining ends the session and saves nothing', async ({ page, server }) => {
  const company = await aCompany()
  const session = await aVerification(company)
  await page.goto(linkPath(session))
  await page.getByRole('button', { name: 'No, thank you' }).click()
  await expect(page.getByRole('heading', { name: 'You stopped the verification' })).toBeVisible()
  const told = await api(server, company, 'GET', `/v1/verifications/${session.id}`)
  expect(told).toMatchObject({ status: 'failed', failure: { code: 'consent_declined', retryable: false } })
})

test('only verification pages may use the camera', async ({ page }) => {
  const session = await aVerification(await aCompany())
  const policyOf = async (path: string) => (await page.goto(path))?.headers()['permissions-policy']
  expect(await policyOf(linkPath(session))).toContain('camera=(self)')
  expect(await policyOf('/login')).toContain('camera=()')
})

test('the page speaks the language the company asked for, until the person chooses', async ({ page }) => {
  const session = await aVerification(await aCompany(), { locale: 'pl' })
  await page.goto(linkPath(session))
  await expect(page.getByRole('link', { name: 'Zaloguj się i przejdź dalej' })).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('link', { name: 'Log in and go on' })).toBeVisible()
})

test('every step is free of axe violations in either theme and fits 320 pixels', async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const session = await aVerification(await aCompany())
  await page.goto(linkPath(session))
  await judgePage(page)
  await signedIn(page, await aPerson(), server)
  await page.goto(linkPath(session))
  await page.getByRole('button', { name: 'Agree and go on' }).click()
  await expect(page.getByRole('heading', { name: 'How do you want to show it?' })).toBeVisible()
  await page.getByRole('button', { name: 'Go on with my phone' }).click()
  await expect(page.getByAltText(/Code to scan/)).toBeVisible()
  await judgePage(page)
  await page.getByRole('button', { name: 'Passport' }).click()
  await expect(page.getByRole('heading', { name: 'The photo page of your passport' })).toBeVisible()
  await judgePage(page)
  await sendFile(page, (await aSpecimen()).image)
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible({ timeout: 90_000 })
  await judgePage(page)
  await page.getByRole('button', { name: 'Confirm and save' }).click()
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible()
  await judgePage(page)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Verified by a document' })).toBeVisible()
  await judgePage(page)
})
