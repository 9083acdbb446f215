import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { transliterate } from '#lib/documents/mrz/transliterate'
import { signedIn } from '../fixtures/signed-in'
import { aFace } from '../fixtures/specimens'
import { expect, test } from '../fixtures/test'
import { aReading, aVerification, linkPath, verified } from '../fixtures/verifications'
import { consentWithoutPages, logInWithoutPages, tokensFor, userinfo } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'

const admin = (...args: string[]) => promisify(execFile)(process.execPath, ['dist/signet.mjs', ...args])

test('the owner of a document that a photo of it gave to somebody else gets it back; no company learns why', async ({
  browser,
  page,
  server,
  baseURL,
}) => {
  const { image, document, selfie } = await aFace()
  const { person, documentNumber, expiryDate } = document
  const names = { surname: transliterate(person.surname), givenNames: transliterate(person.givenNames) }
  const thief = await aPerson()
  await verified(aReading({ ...names, documentNumber, expiryDate, birthDate: person.birthDate }), {
    person: thief,
    names: { given_name: person.givenNames, family_name: person.surname },
  })
  const app = await anApp(await aCompany())
  await consentWithoutPages(thief, app, ['openid', 'profile'])
  const tokens = await tokensFor(server, app, await logInWithoutPages(thief), 'openid profile')
  const claims = async () => (await userinfo(server, tokens.access_token)).json()
  expect(await claims()).toMatchObject({ given_name: person.givenNames })

  // The owner, for a company: their own document belongs to another account.
  const company = await aCompany()
  const session = await aVerification(company)
  const told = async () => {
    const response = await fetch(`${server}/v1/verifications/${session.id}`, { headers: { authorization: `Bearer ${company.apiKey}` } })
    return (await response.json()) as { status: string; failure: unknown }
  }
  const send = async (picture: Buffer) => {
    await page.getByLabel('Or choose a file').setInputFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer: picture })
    await page.getByRole('button', { name: 'Send this file' }).click()
  }
  await signedIn(page, await aPerson(), server)
  await page.goto(linkPath(session))
  await page.getByRole('button', { name: 'Agree and go on' }).click()
  await page.getByRole('button', { name: 'Passport' }).click()
  await send(image)
  await expect(page.getByRole('heading', { name: 'This document belongs to another account' })).toBeVisible({ timeout: 90_000 })

  // "This is my document", with the face.
  await page.getByRole('button', { name: 'This is my document' }).click()
  await expect(page.getByRole('heading', { name: 'Show that this document is yours' })).toBeVisible()
  expect(await told()).toMatchObject({ status: 'failed', failure: { code: 'not_possible', retryable: false } })
  await page.getByRole('button', { name: 'Agree and go on' }).click()
  await page.getByRole('button', { name: 'Passport' }).click()
  await send(image)
  await expect(page.getByRole('heading', { name: 'Your face, looking straight ahead' })).toBeVisible()
  await send(await selfie(0))
  const turn = page.getByRole('heading', { name: /Now turn your head to your (left|right)/ })
  await expect(turn).toBeVisible()
  await send(await selfie((await turn.innerText()).endsWith('left') ? 30 : -30))
  await expect(page.getByRole('heading', { name: 'We look into it' })).toBeVisible({ timeout: 90_000 })

  // What the other account has of it counts for nothing now.
  expect(await claims()).not.toHaveProperty('given_name')
  const other = await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage()
  await signedIn(other, thief, server)
  await other.goto('/account')
  await expect(other.getByText('Suspended', { exact: true }).first()).toBeVisible()
  await expect(other.getByRole('button', { name: 'Show it with your face' })).toBeVisible()

  // The operator sees ids, times and verdicts, and decides.
  const { stdout } = await admin('contest', 'list')
  const line = stdout.split('\n').find((text) => text.includes(thief.id)) ?? ''
  expect(line).toMatch(/^con_\w{22} +suspended +.*face_match:not_requested.* usr_\w{22} +.*face_match:pass/)
  for (const secret of [thief.email, person.surname, documentNumber]) expect(stdout).not.toContain(secret)
  expect((await admin('contest', 'decide', line.slice(0, 26), '--keep', 'contesting')).stdout).toContain('goes to the contesting account')
  await other.reload()
  await expect(other.getByText('Suspended', { exact: true })).toHaveCount(0)
  await expect(other.getByText('Nothing yet.')).toBeVisible()
  await page.goto('/account/activity')
  await expect(page.getByText('Decided: the contested document is yours')).toBeVisible()
  await other.context().close()
})
