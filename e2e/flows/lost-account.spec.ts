import type { Browser, Page } from '@playwright/test'
import { transaction, withDatabase } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { beginWaiting } from '#lib/users/recovery/begin-waiting'
import { judgePage } from '../fixtures/judge-page'
import { linkFrom, mailsTo } from '../fixtures/mailbox'
import { aFace } from '../fixtures/specimens'
import { expect, test } from '../fixtures/test'
import { aReading, verified } from '../fixtures/verifications'
import { aPerson, type TestPerson } from '../fixtures/world'

const PASSWORD = 'the gravel sings at noon'
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeVisible()

/** Somebody with a document and one-time codes, who has lost all but the document and the mailbox. */
async function aLoser(wishes: Parameters<typeof aFace>[0] = {}) {
  const { document, ...pictures } = await aFace(wishes)
  const { issuer, documentNumber, person: holder } = document
  const reading = aReading({ issuer, documentNumber, birthDate: holder.birthDate }, { face_match: 'pass' })
  const person = await aPerson({ locale: 'en', given_name: 'Jo', family_name: 'Miller' })
  await verified(reading, { person })
  await withDatabase((db) =>
    db.totp.create({ data: { shard: shardOf(person.id), userId: person.id, secretSealed: Buffer.from('x'), confirmedAt: new Date() } }),
  )
  return { person, ...pictures }
}

/** From "Forgot your password?" to the page for whoever has no second factor either. With scripts six digits go on by themselves. */
async function prove(page: Page, { email }: TestPerson, hasScripts = true) {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByText('I have no phone and no recovery code any more, either').click()
  await page.getByRole('button', { name: 'Get back in with my document' }).click()
  await heading(page, 'Check your email')
  const code = (await mailsTo(email)).find(({ kind }) => kind === 'log_in_code')?.text.match(/^\d{6}$/m)?.[0] ?? ''
  await page.getByLabel('Code from the mail').fill(code)
  if (!hasScripts) await page.getByRole('button', { name: 'Go on' }).click()
  await heading(page, 'Get back in with your document')
}

const send = async (page: Page, picture: Buffer) => {
  await page.getByLabel('Or choose a file').setInputFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('button', { name: 'Send this file' }).click()
}

const aDevice = async (browser: Browser, baseURL: string | undefined, javaScriptEnabled = true) =>
  (await browser.newContext({ baseURL, locale: 'en-GB', javaScriptEnabled, viewport: { width: 390, height: 844 } })).newPage()

test('whoever lost password, phone and codes gets the account back with the document, after 72 hours and on any device', async ({
  page,
  browser,
  baseURL,
}) => {
  const { person, image, selfie } = await aLoser()
  await page.setViewportSize({ width: 390, height: 844 })
  await prove(page, person)
  await judgePage(page)
  await page.getByRole('button', { name: 'Use my document' }).click()
  await page.getByRole('button', { name: 'Passport' }).click()
  await send(page, image)
  await heading(page, 'Your face, looking straight ahead')
  await send(page, await selfie(0))
  const turn = page.getByRole('heading', { name: /Now turn your head to your (left|right)/ })
  await expect(turn).toBeVisible()
  await send(page, await selfie((await turn.innerText()).endsWith('left') ? 30 : -30))
  await expect(page.getByRole('heading', { name: 'This is your document' })).toBeVisible({ timeout: 90_000 })
  await judgePage(page)

  // Without scripts, somewhere else.
  const other = await aDevice(browser, baseURL, false)
  await prove(other, person, false)
  await expect(other.getByText(/^Your document was recognised. From .+ on you can finish here/)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Finish the recovery' })).toHaveCount(0)
  await withDatabase((db) =>
    db.documentRecovery.update({
      where: { shard_userId: { shard: shardOf(person.id), userId: person.id } },
      data: { dueAt: new Date(Date.now() - 1000) },
    }),
  )
  await other.reload()
  await other.getByRole('button', { name: 'Finish the recovery' }).click()
  await other.getByLabel('New password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Save the password' }).click()
  await other.getByLabel('Email').fill(person.email)
  await other.getByLabel('Password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await heading(other, 'Apps with access')
  expect((await mailsTo(person.email)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['recovery_begun', 'recovery_done']))
  await other.context().close()
})

test('the link in the mail stops it from any device: a new password follows, and second factors stay', async ({ page, browser, baseURL }) => {
  const { person } = await aLoser()
  await transaction((tx) => beginWaiting(tx, person.id))
  await prove(page, person)
  await expect(page.getByText('Your document was recognised.')).toBeVisible()

  const other = await aDevice(browser, baseURL)
  await other.goto(await linkFrom(person.email, 'recovery_begun'))
  await judgePage(other)
  await other.getByRole('button', { name: 'Stop it and set a new password' }).click()
  await other.getByLabel('New password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Save the password' }).click()
  await other.getByLabel('Email').fill(person.email)
  await other.getByLabel('Password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(other).toHaveURL(/\/login\/verify/)
  await other.context().close()

  // The browser that began stands before the door again.
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
})
