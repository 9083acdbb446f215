import { aColleague, ownerSignedIn, staffSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp } from '../fixtures/world'

const PAGES = ['', '/apps', '/keys', '/requests', '/webhooks', '/verifications', '/members', '/settings', '/audit']

for (const role of ['support', 'compliance'] as const) {
  test(`${role} sees every page of the company and is offered nothing that it may not do`, async ({ page, server }) => {
    const company = await aCompany()
    const app = await anApp(company)
    await staffSignedIn(page, await aColleague(company, role), server)
    const ofApp = ['', '/credentials', '/consents', '/quickstart'].map((tab) => `/apps/${app.id}${tab}`)
    for (const path of [...PAGES, ...ofApp]) {
      const answer = await page.goto(`/company${path}`)
      expect([path, answer?.status()]).toEqual([path, 200])
      const changing = page.locator('main form[method=post]:has(button:enabled)')
      // Choosing a language of the quickstart changes nothing of the company's.
      expect([path, await changing.count()]).toEqual([path, path.endsWith('/quickstart') ? await changing.count() : 0])
    }
    await page.goto(`/company/apps/${app.id}/quickstart`)
    await expect(page.getByText('An owner or an admin can rotate it.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Rotate it' })).toHaveCount(0)
    for (const path of ['/apps/new', `/apps/${app.id}/playground`, '/verifications/new'])
      expect([path, (await page.goto(`/company${path}`))?.status()]).toEqual([path, 404])
    await page.goto('/company')
    await expect(page.getByText('Create an app')).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Create an app' })).toHaveCount(0)
  })
}

test('developers replace secrets and make keys once an owner says so, and not before', async ({ page, server }) => {
  const company = await aCompany()
  const app = await anApp(company)
  const developer = await aColleague(company, 'developer')
  await staffSignedIn(page, developer, server)
  await page.goto('/company/apps/new')
  await page.getByLabel('Name', { exact: true }).fill('Made by a developer')
  await page.getByLabel('Return addresses', { exact: true }).fill('https://shop.example/cb')
  await page.getByRole('button', { name: 'Create app' }).click()
  await expect(page.getByText('It has a secret, which is for owners and admins', { exact: false })).toBeVisible()
  expect(await page.content()).not.toMatch(/sgs_[0-9A-Za-z]{10}/)
  await page.goto(`/company/apps/${app.id}/credentials`)
  await expect(page.getByText('Owners and admins replace secrets.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rotate secret' })).toHaveCount(0)

  await ownerSignedIn(page, company, server)
  await page.goto('/company/members')
  await page.getByRole('button', { name: 'Let developers manage them' }).click()
  await page.getByRole('button', { name: 'Let developers manage them' }).click()
  await expect(page.getByText('Developers can manage keys and secrets now.')).toBeVisible()

  await staffSignedIn(page, developer, server)
  await page.goto(`/company/apps/${app.id}/credentials?confirm=rotate`)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await expect(page.getByText(/^sgs_[0-9A-Za-z]{49}$/)).toBeVisible()
})
