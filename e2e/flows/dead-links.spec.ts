import { retryVerification } from '#lib/verifications/interface/retry-verification'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { aVerification, linkPath } from '../fixtures/verifications'
import { aCompany, aPerson } from '../fixtures/world'

/** Nobody's secret, with the shape of one. */
const WRONG = 'sgm_0000000000000000000000000000000000000000000000000'

const DEAD: [path: string, heading: string][] = [
  ['/verify/nonsense', 'This link no longer works'],
  [`/verify/${WRONG.replace('sgm', 'sgv')}`, 'This link no longer works'],
  [`/verify/${WRONG.replace('sgm', 'sgh')}`, 'This code no longer works'],
  [`/confirm/${WRONG}`, 'This link no longer works'],
  [`/recover/${WRONG}`, 'This link no longer works'],
  [`/company/confirm/${WRONG}`, 'This link no longer works'],
  [`/company/recover/${WRONG}`, 'This link no longer works'],
  [`/company/join/${WRONG}`, 'This invitation is no longer good'],
]

for (const [path, heading] of DEAD) {
  test(`${path} is answered with 404 and a page that says so, without a script too`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, locale: 'en-GB', javaScriptEnabled: false })
    const page = await context.newPage()
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.locator('main')).toHaveCount(1)
    await context.close()
  })
}

test('a verification link that was replaced is answered like one that never was', async ({ page }) => {
  const company = await aCompany()
  const session = await aVerification(company)
  expect((await page.goto(linkPath(session)))?.status()).toBe(200)
  await retryVerification(company.actor, session.id)
  expect((await page.goto(linkPath(session)))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test("somebody else's receipt is answered with 404", async ({ page, server }) => {
  await signedIn(page, await aPerson(), server)
  expect((await page.goto('/account/receipts/rct_0000000000000000000000'))?.status()).toBe(404)
})
