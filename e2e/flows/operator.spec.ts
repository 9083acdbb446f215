import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { changeDetails } from '#lib/companies/details/change-details'
import { submitForVerification } from '#lib/companies/verification/submit-for-verification'
import { signedIn } from '../fixtures/signed-in'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, aPerson, type TestCompany } from '../fixtures/world'

type Ended = { code: number; stdout: string; stderr: string }

/** The operator's program as `npm run admin` starts it, on the database of these tests. */
const admin = (...args: string[]): Promise<Ended> =>
  promisify(execFile)(process.execPath, ['dist/signet.mjs', ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  )

async function aPendingCompany(): Promise<TestCompany> {
  const company = await aCompany()
  const details = { name: company.name, legal_name: 'Larkspur Books Ltd', registration_number: '0000512870', country: 'PL', website: null }
  await changeDetails(company.actor, details, false)
  await submitForVerification(company.actor)
  return company
}

const statusInApi = async (server: string, company: TestCompany) => {
  const response = await fetch(`${server}/api/v1/me`, { headers: { authorization: `Bearer ${company.apiKey}` } })
  return (await response.json()).verification_status
}

test('the operator finds a pending company, verifies it, and takes the badge back with a reason the company reads', async ({ page, server }) => {
  const company = await aPendingCompany()
  const { companyId } = company.actor
  const listed = await admin('company', 'list', '--status', 'pending')
  expect([listed.code, listed.stdout]).toEqual([0, expect.stringMatching(new RegExp(`${companyId}.*PL.*0000512870.*Larkspur Books Ltd`))])

  const verified = await admin('company', 'verify', companyId)
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('Larkspur Books Ltd')])
  expect(await statusInApi(server, company)).toBe('verified')
  expect(await admin('company', 'verify', companyId)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('verified already') })

  expect((await admin('company', 'reject', companyId, '--reason', 'The register lists another name.')).code).toBe(0)
  expect(await statusInApi(server, company)).toBe('rejected')
  await ownerSignedIn(page, company, server)
  await page.goto('/company/settings')
  await expect(page.getByText('The register lists another name.')).toBeVisible()
  await page.goto('/company/audit')
  await expect(page.getByRole('row').filter({ hasText: 'Company verified' })).toContainText('Signet')
  await expect(page.getByRole('row').filter({ hasText: 'Verification rejected' })).toContainText('The register lists another name.')
})

test('the operator logs a person and a company out everywhere, and both read of it', async ({ page, server }) => {
  const person = await aPerson()
  await signedIn(page, person, server)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible()
  const shut = await admin('person', 'end-sessions', person.email)
  expect(shut).toMatchObject({ code: 0, stderr: '', stdout: 'Ended: sessions 1, waiting log-ins 0, open links 0.\n' })
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login/)
  expect(await admin('person', 'end-sessions', 'usr_unknown')).toMatchObject({ code: 1, stderr: 'There is no such person.\n' })
  await signedIn(page, person, server)
  await page.goto('/account/activity')
  await expect(page.getByText('All sessions ended by the operator')).toBeVisible()

  const company = await aCompany()
  await ownerSignedIn(page, company, server)
  expect(await admin('company', 'end-sessions', company.actor.companyId)).toMatchObject({ code: 0, stdout: expect.stringContaining('sessions 1') })
  await page.goto('/company')
  await expect(page).toHaveURL(/\/company\/login/)
  await ownerSignedIn(page, company, server)
  await page.goto('/company/audit')
  await expect(page.getByRole('row').filter({ hasText: 'All sessions ended by the operator' })).toContainText('Signet')
})

test('a wrong call says how it is done and changes nothing', async ({ server }) => {
  const company = await aPendingCompany()
  const { companyId } = company.actor
  const wrong = [
    ['company', 'verify'],
    ['company', 'reject', companyId],
    ['company', 'list', '--status', 'lovely'],
    ['compnay', 'list'],
  ]
  for (const said of await Promise.all(wrong.map((args) => admin(...args)))) {
    expect(said).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage:') })
  }
  expect(await admin('company', 'verify', 'cmp_unknown')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no company cmp_unknown'),
  })
  expect(await admin('help')).toMatchObject({ code: 0, stdout: expect.stringContaining('company verify <id>') })
  expect(await statusInApi(server, company)).toBe('pending')
})
