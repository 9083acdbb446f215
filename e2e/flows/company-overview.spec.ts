import { sql, statement } from '#lib/core/db'
import { judgePage } from '../fixtures/judge-page'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp, aPerson, type TestApp } from '../fixtures/world'

const ADD = statement<object>(
  'test_happened',
  `INSERT INTO activity_events (shard, user_id, app_id, action) SELECT u.shard, u.id, $2, $3 FROM users u, generate_series(1, $4) WHERE u.id = $1`,
)
const happened = async (app: TestApp, action: string, times: number) => sql.query(ADD, [(await aPerson()).id, app.id, action, times])

test('the overview counts sign-ins and consents a day, for all apps and for one, and sends no small number to the browser', async ({
  page,
  server,
}) => {
  const company = await aCompany()
  const [big, small] = [await anApp(company, { name: 'Big Library' }), await anApp(company, { name: 'Small Library' })]
  await happened(big, 'app.signed_in', 173)
  await happened(small, 'app.signed_in', 3)
  await happened(big, 'app.consent_given', 61)
  await happened(big, 'app.access_withdrawn', 2)
  await ownerSignedIn(page, company, server)
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto('/company')
  await expect(page.getByRole('figure').filter({ hasText: 'Log-ins' }).locator('svg rect').first()).toBeAttached()
  await page.getByText('Show the numbers as a table').click()
  const today = page.getByRole('table').getByRole('row').nth(1)
  await expect(today.getByRole('cell')).toHaveText(['173', '61', '<5'])
  await judgePage(page)

  await page.getByLabel('App', { exact: true }).selectOption('Small Library')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`app=${small.id}`))
  await page.getByText('Show the numbers as a table').click()
  await expect(today.getByRole('cell')).toHaveText(['<5', '0', '0'])
  // What the browser got holds null where the count is, whichever way it is written.
  const source = await (await page.request.get(page.url())).text()
  expect(source).toMatch(/signedIn\\?":null/)
  expect(source).not.toMatch(/signedIn\\?":[1-4][,}]/)
  expect(problems).toEqual([])
})

test('a company sees neither a chart before anything happened nor the counts of a foreign app', async ({ page, server }) => {
  const [company, other] = [await aCompany(), await aCompany()]
  const foreign = await anApp(other)
  await happened(foreign, 'app.signed_in', 20)
  await ownerSignedIn(page, company, server)
  await page.goto('/company')
  await expect(page.getByRole('heading', { name: 'Nothing to count yet' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Create an app' })).toContainText('To do')
  await judgePage(page)
  for (const id of [foreign.id, 'app_0000000000000000000000']) expect((await page.goto(`/company?app=${id}`))?.status()).toBe(404)
})

test('charts and table fit a phone', async ({ browser, server }) => {
  const page = await (await browser.newContext({ baseURL: server, locale: 'pl-PL', viewport: { width: 320, height: 720 } })).newPage()
  const company = await aCompany()
  const [app] = [await anApp(company, { name: 'An app with quite a long name that needs space' }), await anApp(company)]
  await happened(app, 'app.signed_in', 12_345)
  await ownerSignedIn(page, company, server)
  await page.goto('/company')
  await expect(page.getByRole('figure').filter({ hasText: 'Logowania' }).locator('svg rect').first()).toBeAttached()
  await page.getByText('Pokaż liczby jako tabelę').click()
  await judgePage(page)
})
