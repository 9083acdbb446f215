import AxeBuilder from '@axe-core/playwright'
import { ask } from '#lib/relay/testing/queue'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { consentWithoutPages } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'

test('a test mail shows each hop as it passes, and counts as forwarded', async ({ page, server }) => {
  const app = await anApp(await aCompany(), { name: 'Reading Room' })
  const person = await aPerson()
  await consentWithoutPages(person, app, ['openid', 'email'])
  await signedIn(page, person, server)
  await page.goto('/account/aliases')
  await expect(page.getByText('No mail yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send me a test mail through the alias for Reading Room' }).click()
  await expect(page.getByRole('heading', { name: 'Test mail' })).toBeVisible()
  await expect(page.getByLabel('Done')).toHaveCount(4)
  await expect(page.getByText('1 mail', { exact: true })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('link', { name: 'Open the outbox' }).click()
  const mail = page.getByRole('listitem').filter({ hasText: person.email }).filter({ hasText: 'Test mail to your alias for Reading Room' })
  await expect(mail.first()).toContainText('DKIM-Signature:')
})

test('a paused mailbox is explained and resumed, in Polish too', async ({ page, server }) => {
  const app = await anApp(await aCompany())
  const person = await aPerson()
  await consentWithoutPages(person, app, ['openid', 'email'])
  await ask(`INSERT INTO mailboxes (user_id, hard_bounces_at, paused_at) VALUES ($1, '{}', clock_timestamp())`, [person.id])
  await signedIn(page, person, server)
  await page.goto('/account/aliases')
  await expect(page.getByRole('heading', { name: 'Forwarding is paused' })).toBeVisible()
  await expect(page.getByRole('button', { name: /test mail/ })).toHaveCount(0)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.context().addCookies([{ name: 'signet-locale', value: 'pl', url: server }])
  await page.reload()
  await page.getByRole('button', { name: 'Wznów przekazywanie' }).click()
  await expect(page.getByRole('status')).toContainText('Przekazywanie działa')
  await expect(page.getByRole('heading', { name: 'Przekazywanie jest wstrzymane' })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an alias is switched off and on, and a test mail can be followed', async ({ page, server }) => {
    const app = await anApp(await aCompany(), { name: 'Plain' })
    const person = await aPerson()
    await consentWithoutPages(person, app, ['openid', 'email'])
    await signedIn(page, person, server)
    await page.goto('/account/aliases')
    await page.getByRole('button', { name: 'Switch off the alias for Plain' }).click()
    await expect(page.getByRole('status')).toContainText('The alias is off.')
    await page.getByRole('button', { name: 'Switch on the alias for Plain' }).click()
    await expect(page.getByRole('status')).toContainText('The alias is on.')
    await page.getByRole('button', { name: 'Send me a test mail' }).click()
    await expect(async () => {
      const again = page.getByRole('link', { name: 'Look again' })
      if (await again.isVisible()) await again.click()
      await expect(page.getByText('It is in the development outbox.')).toBeVisible({ timeout: 500 })
    }).toPass()
  })
})
