import { countActivity } from '#lib/companies/overview/count-activity'
import { readDailyCounts } from '#lib/companies/overview/read-daily-counts'
import { sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { happened } from '../fixtures/activity'
import { judgePage } from '../fixtures/judge-page'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp } from '../fixtures/world'

const MORE = statement<object>(
  'test_more_apps',
  `INSERT INTO apps SELECT (jsonb_populate_record(a, jsonb_build_object('id', 'app_' || $2 || lpad(n::text, 4, '0'), 'client_id', 'cli_' || $2 || lpad(n::text, 4, '0'),
     'name', 'Shop ' || lpad(n::text, 4, '0')))).* FROM apps a, generate_series(1, $3::int) n WHERE a.id = $1`,
)

/** A worker that runs beside may have taken some of it this moment. */
async function counted(companyId: string, expected: Record<string, unknown>) {
  const today = async () => {
    await countActivity()
    return (await readDailyCounts(companyId, null))?.days.at(-1)
  }
  await expect.poll(today, { timeout: 30_000 }).toMatchObject(expected)
}

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
  await counted(company.actor.companyId, { 'app.signed_in': 173, 'app.consent_given': 61, 'app.access_withdrawn': null })
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
  await counted(other.actor.companyId, { 'app.signed_in': 20 })
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
  await counted(company.actor.companyId, { 'app.signed_in': 12_345 })
  await ownerSignedIn(page, company, server)
  await page.goto('/company')
  await expect(page.getByRole('figure').filter({ hasText: 'Logowania' }).locator('svg rect').first()).toBeAttached()
  await page.getByText('Pokaż liczby jako tabelę').click()
  await judgePage(page)
})

test('an app beyond the menu is found by a piece of its name, without scripts, wherever there is a menu of apps', async ({ browser, server }) => {
  const page = await (await browser.newContext({ baseURL: server, javaScriptEnabled: false })).newPage()
  const company = await aCompany()
  const app = await anApp(company, { name: 'Zither Club' })
  await sql.query(MORE, [app.id, randomBase62(18), 51])
  await happened(app, 'app.signed_in', 7)
  await counted(company.actor.companyId, { 'app.signed_in': 7 })
  await ownerSignedIn(page, company, server)
  const pages = [
    ['/company', 'Show', 'app'],
    ['/company/requests', 'Show', 'caller'],
  ] as const
  for (const [path, button, name] of pages) {
    await page.goto(path)
    await page.getByLabel('Find an app').fill('shop 001')
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText('10 apps found: choose one in the menu.')).toBeVisible()
    await page.getByLabel('Find an app').fill('zither')
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`[?&]${name}=${app.id}`))
  }
  await page.goto('/company/verifications/new')
  await page.getByLabel('Find an app').fill('zither')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByLabel('App', { exact: true }).getByRole('option')).toHaveText(['Zither Club'])
  await page.goto('/company/apps')
  await page.getByLabel('Find an app').fill('zither')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Zither Club'])
  await page.getByLabel('Find an app').fill('nothing of the kind')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByText('No app is called that.')).toBeVisible()
})
