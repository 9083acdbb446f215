import { changeDetails } from '#lib/companies/details/change-details'
import { decideVerification } from '#lib/companies/verification/decide-verification'
import { submitForVerification } from '#lib/companies/verification/submit-for-verification'
import { judgePage } from '../fixtures/judge-page'
import { signedIn } from '../fixtures/signed-in'
import { aColleague, ownerSignedIn, staffSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { authorizationUrl } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, type TestCompany } from '../fixtures/world'

const details = (company: TestCompany) => ({
  name: company.name,
  legal_name: 'Larkspur Books Ltd',
  registration_number: '0000512870',
  country: 'PL',
  website: 'https://larkspur.example',
})

const statusInApi = async (server: string, company: TestCompany) => {
  const response = await fetch(`${server}/api/v1/me`, { headers: { authorization: `Bearer ${company.apiKey}` } })
  return (await response.json()).verification_status
}

test('a company completes its details, submits them, is rejected with a reason, corrects them and is verified', async ({ page, server }) => {
  const company = await aCompany()
  await ownerSignedIn(page, company, server)
  await page.goto('/company/settings')
  await expect(page.getByText('Still missing: legal name, registration number, and country.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit for verification' })).toHaveCount(0)

  await page.getByLabel('Legal name').fill('Larkspur Books Ltd')
  await page.getByLabel('Registration number').fill('12')
  await page.getByLabel('Country').selectOption('Poland')
  await page.getByLabel('Website').fill('http://larkspur.example')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByText('Give an https address')).toBeVisible()
  await expect(page.getByLabel('Legal name')).toHaveValue('Larkspur Books Ltd')
  await judgePage(page)
  await page.getByLabel('Website').fill('larkspur.example')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByRole('status')).toContainText('The details are saved.')

  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await expect(page.getByText('Waiting for our answer')).toBeVisible()
  expect(await statusInApi(server, company)).toBe('pending')
  await judgePage(page)

  await decideVerification(company.actor.companyId, { event: 'reject', reason: 'There is no such number in the register.' })
  await page.goto('/company/settings')
  await expect(page.getByText('There is no such number in the register.')).toBeVisible()
  expect(await statusInApi(server, company)).toBe('rejected')
  await judgePage(page)
  await page.getByLabel('Registration number').fill('0000512870')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The details are saved.' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await expect(page.getByText('Waiting for our answer')).toBeVisible()

  await decideVerification(company.actor.companyId, { event: 'verify' })
  await page.goto('/company/settings')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  expect(await statusInApi(server, company)).toBe('verified')
})

test('a verified company that changes its name is told the price first, and pays it only when it agrees', async ({ page, server }) => {
  const company = await aCompany()
  await changeDetails(company.actor, details(company), false)
  await submitForVerification(company.actor)
  await decideVerification(company.actor.companyId, { event: 'verify' })
  await ownerSignedIn(page, company, server)
  await page.goto('/company/settings')
  await page.getByLabel('Company name').fill('Somebody Famous')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByText('The company loses its badge at once.')).toBeVisible()
  expect(await statusInApi(server, company)).toBe('verified')
  await judgePage(page)
  await page.getByRole('link', { name: 'Keep the old details' }).click()
  await expect(page.getByLabel('Company name')).toHaveValue(company.name)

  await page.getByLabel('Company name').fill('Somebody Famous')
  await page.getByRole('button', { name: 'Save details' }).click()
  await page.getByRole('button', { name: 'Save and give up the badge' }).click()
  await expect(page.getByText('Not verified', { exact: true })).toBeVisible()
  expect(await statusInApi(server, company)).toBe('unverified')
})

test('the consent screen carries the badge of a verified company only', async ({ page, server }) => {
  const company = await aCompany()
  const app = await anApp(company)
  await signedIn(page, await aPerson(), server)
  const consent = authorizationUrl(server, app, { prompt: 'consent' })
  await page.goto(consent)
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  await expect(page.getByText('Verified company', { exact: true })).toHaveCount(0)
  await changeDetails(company.actor, details(company), false)
  await submitForVerification(company.actor)
  await page.goto(consent)
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  await expect(page.getByText('Verified company', { exact: true })).toHaveCount(0)
  await decideVerification(company.actor.companyId, { event: 'verify' })
  await page.goto(consent)
  await expect(page.getByText('Verified company', { exact: true })).toBeVisible()
})

test('a developer reads the details and cannot change them', async ({ page, server }) => {
  const company = await aCompany()
  await staffSignedIn(page, await aColleague(company, 'developer'), server)
  await page.goto('/company/settings')
  await expect(page.getByText('Owners and admins can change these details.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save details' })).toHaveCount(0)
  await judgePage(page)
})
