import { updateApp } from '#lib/apps/update-app'
import { invalidateApiKey } from '#lib/companies/invalidate-api-key'
import { issueApiKey } from '#lib/companies/issue-api-key'
import { changeRole, removeMember } from '#lib/companies/members/change-member'
import { judgePage } from '../fixtures/judge-page'
import { ownerSignedIn, staffSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, aMember, anApp } from '../fixtures/world'

test('the log tells who did what in plain words, with what was before and after, even when the actor is gone', async ({ page, server }) => {
  const company = await aCompany()
  const admin = await aMember(company, 'admin', 'Ada Quill')
  const app = await anApp(company, { name: 'Reading Room' })
  await updateApp(admin.actor, app.id, { name: 'Listening Room' })
  await fetch(`${server}/api/v1/apps/${app.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${company.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'inactive' }),
  })
  await removeMember(company.actor, admin.actor.id as string)
  await ownerSignedIn(page, company, server)
  await page.goto('/company/audit')
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: 'Ada Quill' }).filter({ hasText: 'App changed' })).toContainText('before: Reading Room')
  await expect(rows.filter({ hasText: 'Ada Quill' }).filter({ hasText: 'App changed' })).toContainText('after: Listening Room')
  await expect(rows.filter({ hasText: 'API key “Test key”' })).toContainText('Switched off')
  await expect(rows.filter({ hasText: 'Member removed' })).toContainText('Owner')
  await judgePage(page)
})

test('filters stand in the address, and the file holds what the filter shows', async ({ page, server }) => {
  const company = await aCompany()
  const bo = await aMember(company, 'developer', 'Bo Lint')
  await changeRole(company.actor, bo.actor.id as string, 'admin')
  await issueApiKey(bo.actor, '=HYPERLINK("http://evil.example","key")')
  await issueApiKey(company.actor, 'Second "quoted", key')
  await ownerSignedIn(page, company, server)
  await page.goto('/company/audit')
  await page.getByLabel('Action').selectOption('API key created')
  await page.getByLabel('Who').selectOption('Bo Lint')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/action=api_key.created&actor=staff%3Astf_/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByLabel('Who').locator('option:checked')).toHaveText('Bo Lint')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download as CSV' }).click()])
  expect(download.suggestedFilename()).toMatch(/^signet-audit-\d{4}-\d\d-\d\d\.csv$/)
  const { readFile } = await import('node:fs/promises')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFF"time","actor_kind","actor_id","actor_name","action","target_kind","target_id","target_name","network","software","before","after","digest"',
  )
  expect(lines).toHaveLength(2)
  const [other] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download as JSON lines' }).click()])
  expect(other.suggestedFilename()).toMatch(/\.jsonl$/)
  const [made, ...more] = (await readFile(await other.path(), 'utf8')).trimEnd().split('\n')
  expect(more).toEqual([])
  expect(JSON.parse(made as string)).toMatchObject({
    action: 'api_key.created',
    actor_name: 'Bo Lint',
    target_name: expect.stringContaining('HYPERLINK'),
  })
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"",""key"")"`)

  await page.getByLabel('From').fill('2000-01-01')
  await page.getByLabel('Until').fill('2000-01-02')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await judgePage(page)
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect(page).toHaveURL(/\/company\/audit$/)
  await expect(page.getByRole('row').filter({ hasText: 'Second "quoted", key' }).first()).toBeVisible()
})

test('a long log goes on page after page and loses no line', async ({ page, server }) => {
  const company = await aCompany()
  for (let n = 0; n < 30; n++) await invalidateApiKey(company.actor, (await issueApiKey(company.actor, `Key ${n}`)).id)
  await ownerSignedIn(page, company, server)
  await page.goto('/company/audit?action=api_key.created')
  await expect(page.getByRole('row')).toHaveCount(32)
  await page.goto('/company/audit')
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByRole('link', { name: 'Newest' })).toBeVisible()
  // 60 lines of this test, the opened account and the key of the fixture.
  await expect(page.getByRole('row')).toHaveCount(62 - 50 + 1)
  await expect(page.getByRole('row').last()).toContainText('Company account opened')
})

test('the file is for the own company and for whoever is logged in', async ({ server, page }) => {
  const [company, other] = [await aCompany(), await aCompany('A very foreign company')]
  const anonymous = await fetch(`${server}/company/audit/csv`, { redirect: 'manual' })
  expect([anonymous.status >= 300 && anonymous.status < 400, anonymous.headers.get('location')]).toEqual([
    true,
    expect.stringContaining('/company/login'),
  ])
  const cookie = await staffSignedIn(page, company.actor.id as string, server)
  const mine = await (await fetch(`${server}/company/audit/csv?actor=staff:${other.actor.id}`, { headers: { cookie } })).text()
  expect(mine.trimEnd().split('\r\n')).toHaveLength(1)
  expect(await (await fetch(`${server}/company/audit/csv`, { headers: { cookie } })).text()).not.toContain(other.actor.companyId)
})

test('on a phone the lines are cards, in Polish too', async ({ browser, server }) => {
  const page = await (await browser.newContext({ baseURL: server, locale: 'pl-PL', viewport: { width: 320, height: 720 } })).newPage()
  const company = await aCompany()
  await anApp(company, { name: 'Reading Room', redirectUris: [`https://staging.client.example/${'a-rather-long-path/'.repeat(6)}callback`] })
  await ownerSignedIn(page, company, server)
  for (const [path, heading] of [
    ['/company/audit', 'Dziennik zmian'],
    ['/company/members', 'Osoby'],
    ['/company/settings', 'Dane firmy'],
    ['/company/account', 'Twoje konto'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await judgePage(page)
  }
  await page.goto('/company/audit')
  await expect(page.getByRole('row').filter({ hasText: 'Utworzono aplikację' })).toContainText('Reading Room')
})
