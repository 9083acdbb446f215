import { judgePage } from '../fixtures/judge-page'
import { ownerSignedIn, staffSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aReading, aVerification, linkPath, verified } from '../fixtures/verifications'
import { aCompany, aMember, anApp } from '../fixtures/world'

test('staff start a verification, get its link once, replace it and cancel', async ({ page, server }) => {
  const company = await aCompany()
  await anApp(company, { name: 'Reading Room' })
  await ownerSignedIn(page, company, server)
  await page.goto('/company/verifications')
  await expect(page.getByRole('heading', { name: 'No verifications yet' })).toBeVisible()
  await judgePage(page)

  await page.getByRole('link', { name: 'Start a verification' }).click()
  await page.getByLabel('App', { exact: true }).selectOption('Reading Room')
  await page.getByRole('button', { name: 'Start a verification' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('Tick at least one field.')
  await page.getByLabel('18 or older').check()
  await page.getByLabel('At least').selectOption('Whole page')
  await page.getByLabel('Reference').fill('case 12')
  await judgePage(page)
  await page.getByRole('button', { name: 'Start a verification' }).click()
  const link = page.locator('main code').filter({ hasText: '/verify/' })
  const first = new URL((await link.textContent()) ?? '').pathname
  await judgePage(page)
  expect((await fetch(`${server}${first}`)).status).toBe(200)

  await page.goto('/company/verifications')
  await page.getByRole('link', { name: 'case 12' }).click()
  await expect(page.getByRole('heading', { name: 'Verification', exact: true })).toBeVisible()
  await expect(page.locator('main')).not.toContainText('/verify/')
  await expect(page.locator('dl')).toContainText('Whole page')
  await judgePage(page)
  await page.getByRole('button', { name: 'Make a new link' }).click()
  const second = new URL((await link.textContent()) ?? '').pathname
  expect(second).not.toBe(first)
  expect(await (await fetch(`${server}${first}`)).text()).toContain('This link no longer works')

  // The new link is on the page, and nobody said that it was stored.
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Cancel the verification' }).click()
  await expect(page.getByText('Cancel this verification?')).toBeVisible()
  await judgePage(page)
  await page.getByRole('button', { name: 'Cancel the verification' }).click()
  await expect(page.getByText('The verification is cancelled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make a new link' })).toBeHidden()
  expect(await (await fetch(`${server}${second}`)).text()).not.toContain('Agree and go on')
})

test('the level that was reached is in the list and beside the result', async ({ page, server }) => {
  const world = await verified(aReading({}, { face_match: 'pass' }), { min_assurance: 'person' })
  await ownerSignedIn(page, world.company, server)
  await page.goto('/company/verifications')
  await expect(page.getByText('1 of 3 attempts · Page and face')).toBeVisible()
  await page.goto(`/company/verifications/${world.id}`)
  await expect(page.getByText('the live face is the one in it')).toBeVisible()
  await judgePage(page)
})

test('the list is filtered by status and reference, in Polish too, and a foreign session is a missing page', async ({ page, context, server }) => {
  const [company, other] = [await aCompany(), await aCompany()]
  for (const reference of ['alpha', 'beta']) await aVerification(company, { reference })
  const foreign = await aVerification(other, { reference: 'gamma' })
  await ownerSignedIn(page, company, server)
  await page.goto('/company/verifications')
  await page.getByLabel('Reference').fill('beta')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('link', { name: 'beta' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'alpha' })).toBeHidden()
  await page.getByLabel('Status').selectOption('Verified')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await judgePage(page)

  expect((await page.goto(`/company/verifications/${foreign.id}`))?.status()).toBe(404)
  await context.addCookies([{ name: 'signet-locale', value: 'pl', url: server }])
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/company/verifications', '/company/verifications/new']) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
    await judgePage(page)
  }
})

test('a developer of the company reads sessions, never their links', async ({ page, server }) => {
  const company = await aCompany()
  const developer = await aMember(company, 'developer', 'Dev')
  const session = await aVerification(company, { reference: 'delta' })
  await staffSignedIn(page, developer.actor.id as string, server)
  await page.goto(`/company/verifications/${session.id}`)
  await expect(page.locator('main')).toContainText('delta')
  await expect(page.locator('main')).not.toContainText(linkPath(session))
})
