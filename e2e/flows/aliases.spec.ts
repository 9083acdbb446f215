import { shardOf } from '#lib/core/shard'
import { ask } from '#lib/relay/testing/queue'
import { runAxe } from '../fixtures/run-axe'
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
  expect((await runAxe(page)).violations).toEqual([])
  await page.getByRole('link', { name: 'Open the outbox' }).click()
  const mail = page.getByRole('listitem').filter({ hasText: person.email }).filter({ hasText: 'Test mail to your alias for Reading Room' })
  await expect(mail.first()).toContainText('DKIM-Signature:')
})

const pause = (person: { id: string }, app: { id: string }, letter: string) =>
  ask(
    `INSERT INTO alias_traffic (shard, user_id, app_id, bounce_id, paused_at, last_problem, last_problem_at) VALUES ($4, $1, $2, $3, clock_timestamp(), '5.1.1', clock_timestamp())`,
    [person.id, app.id, `${letter}${Math.random().toString(36).slice(2)}`, shardOf(person.id)],
  )

test('a paused alias is explained and resumed, in Polish too, and the others go on', async ({ page, server }) => {
  const company = await aCompany()
  const [paused, other] = [await anApp(company, { name: 'Reading Room' }), await anApp(company, { name: 'Bakery' })]
  const person = await aPerson()
  for (const app of [paused, other]) await consentWithoutPages(person, app, ['openid', 'email'])
  await pause(person, paused, 'a')
  await signedIn(page, person, server)
  await page.goto('/account/aliases')
  await expect(page.getByRole('heading', { name: 'Forwarding is paused' })).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Is your email address still right?' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /test mail/ })).toHaveCount(1)
  expect((await runAxe(page)).violations).toEqual([])
  await page.context().addCookies([{ name: 'signet-locale', value: 'pl', url: server }])
  await page.reload()
  await page.getByRole('button', { name: 'Wznów przekazywanie z aliasu dla Reading Room' }).click()
  await expect(page.getByRole('status')).toContainText('Przekazywanie działa')
  await expect(page.getByRole('heading', { name: 'Przekazywanie jest wstrzymane' })).toHaveCount(0)
})

test('a person with three paused aliases is asked about their address wherever the account opens, and one answer resumes all', async ({
  page,
  server,
}) => {
  const company = await aCompany()
  const person = await aPerson()
  for (const name of ['One', 'Two', 'Three']) {
    const app = await anApp(company, { name })
    await consentWithoutPages(person, app, ['openid', 'email'])
    await pause(person, app, name)
  }
  await signedIn(page, person, server)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Is your email address still right?' })).toBeVisible()
  expect((await runAxe(page)).violations).toEqual([])
  await page.goto('/account/aliases')
  await expect(page.getByRole('heading', { name: 'Forwarding is paused' })).toHaveCount(3)
  await page.getByRole('button', { name: 'Yes, resume all' }).click()
  await expect(page.getByRole('status')).toContainText('Forwarding goes on')
  await expect(page.getByRole('heading', { name: 'Forwarding is paused' })).toHaveCount(0)
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
