import { transaction } from '#lib/core/db'
import { runAxe } from '../fixtures/run-axe'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { aPerson } from '../fixtures/world'

for (const javaScriptEnabled of [true, false]) {
  test(`a page that cannot be made says so, with the id of the request (JavaScript: ${javaScriptEnabled})`, async ({ browser, server }) => {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: server })
    const page = await context.newPage()
    const person = await aPerson()
    await signedIn(page, person, server)
    await transaction((tx) => tx.user.update({ where: { id: person.id }, data: { profileSealed: Buffer.from('damaged') } }))
    const response = await page.goto('/account')
    expect(response?.status()).toBe(500)
    expect(response?.headers()['x-request-id']).toMatch(/^req_/)
    await expect(page.getByRole('heading', { name: 'Something went wrong on our side' })).toBeVisible()
    await expect(page.getByText(String(response?.headers()['x-request-id']))).toBeVisible()
    if (javaScriptEnabled) expect((await runAxe(page)).violations.map(({ id }) => id)).toEqual([])
    await context.close()
  })
}

test('a page that fails on the way inside the panel keeps the panel and offers to try again', async ({ page, server }) => {
  const person = await aPerson()
  await signedIn(page, person, server)
  await page.goto('/account/activity')
  await transaction((tx) => tx.user.update({ where: { id: person.id }, data: { profileSealed: Buffer.from('damaged') } }))
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong on our side' })).toBeVisible()
  await expect(page.getByText(/Reference: \d+/)).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Security' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})
