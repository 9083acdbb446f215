import { changeRole } from '#lib/companies/members/change-member'
import { randomBase62 } from '#lib/core/random-id'
import { judgePage } from '../fixtures/judge-page'
import { linkFrom } from '../fixtures/mailbox'
import { ownerSignedIn, staffSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, aMember } from '../fixtures/world'

const PASSWORD = 'the gravel sings at noon'

test('an owner invites somebody, who joins with a new account in the role that was meant', async ({ page, browser, server }) => {
  const company = await aCompany()
  const email = `${randomBase62(12).toLowerCase()}@company.example`
  await ownerSignedIn(page, company, server)
  await page.goto('/company/members')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role').selectOption('Admin')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('status')).toContainText('on its way')
  await expect(page.getByText(email).first()).toBeVisible()
  await judgePage(page)

  const guest = await (await browser.newContext({ baseURL: server })).newPage()
  const link = await linkFrom(email, 'staff_invite')
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: `Join ${company.name}` })).toBeVisible()
  await expect(guest.getByText(`Owner invites ${email}. Your role: Admin.`)).toBeVisible()
  await judgePage(guest)
  await guest.getByLabel('Your name').fill('Ada Quill')
  await guest.getByLabel('Password').fill(PASSWORD)
  await guest.getByRole('button', { name: 'Join the company' }).click()
  await expect(guest.getByRole('heading', { name: company.name, exact: true })).toBeVisible()

  await page.goto('/company/members')
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada Quill' })).toContainText('Admin')
  await expect(page.getByRole('heading', { name: 'Invitations' })).toHaveCount(0)
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'This invitation is no longer good' })).toBeVisible()
  await judgePage(guest)
})

test('an invitation is sent again under a new link, and withdrawn', async ({ page, server }) => {
  const company = await aCompany()
  const email = `${randomBase62(12).toLowerCase()}@company.example`
  await ownerSignedIn(page, company, server)
  await page.goto('/company/members')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('status')).toContainText('on its way')
  const first = await linkFrom(email, 'staff_invite')
  await page.goto('/company/members')
  await page.getByRole('button', { name: `Send again ${email}` }).click()
  await expect(page.getByRole('status')).toContainText('on its way')
  await expect.poll(() => linkFrom(email, 'staff_invite')).not.toBe(first)
  const second = await linkFrom(email, 'staff_invite')
  await page.goto(first)
  await expect(page.getByRole('heading', { name: 'This invitation is no longer good' })).toBeVisible()
  await page.goto('/company/members')
  await page.getByRole('button', { name: `Withdraw invitation ${email}` }).click()
  await expect(page.getByRole('status')).toContainText('withdrawn')
  await page.goto(second)
  await expect(page.getByRole('heading', { name: 'This invitation is no longer good' })).toBeVisible()
})

test('whoever has an account at another company is told so behind the link only', async ({ page, server }) => {
  const [company, elsewhere] = [await aCompany(), await aCompany()]
  await ownerSignedIn(page, company, server)
  await page.goto('/company/members')
  await page.getByLabel('Email').fill(elsewhere.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('status')).toContainText('on its way')
  await page.goto(await linkFrom(elsewhere.email, 'staff_invite'))
  await expect(page.getByText('already has a company account')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join the company' })).toHaveCount(0)
  await judgePage(page)
})

test('an owner changes a role and removes a member, whose browser is logged out at the next click', async ({ page, browser, server }) => {
  const company = await aCompany()
  const member = await aMember(company, 'developer', 'Bo Lint')
  const theirs = await (await browser.newContext({ baseURL: server })).newPage()
  await staffSignedIn(theirs, member.actor.id as string, server)
  await theirs.goto('/company/members')
  await expect(theirs.getByRole('button', { name: 'Send invitation' })).toHaveCount(0)

  await ownerSignedIn(page, company, server)
  await page.goto('/company/members')
  await page.getByRole('link', { name: 'Manage Bo Lint' }).click()
  await expect(page.getByRole('heading', { name: 'Bo Lint' })).toBeVisible()
  await judgePage(page)
  await page.getByLabel('Role').selectOption('Admin')
  await page.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByRole('status')).toContainText('The role is changed.')
  await theirs.goto('/company/members')
  await expect(theirs.getByRole('button', { name: 'Send invitation' })).toBeVisible()

  await page.getByRole('link', { name: 'Manage Bo Lint' }).click()
  await page.getByRole('link', { name: 'Remove member' }).click()
  await expect(page.getByText('Bo Lint loses access to the company this very moment.')).toBeVisible()
  await judgePage(page)
  await page.getByRole('button', { name: 'Remove member' }).click()
  await expect(page.getByRole('status')).toContainText('logged out everywhere')
  await theirs.goto('/company/members')
  await expect(theirs.getByRole('heading', { name: 'Company log-in' })).toBeVisible()
})

test('the last owner can neither step down nor leave; with another owner both work', async ({ page, server }) => {
  const company = await aCompany()
  await ownerSignedIn(page, company, server)
  const self = `/company/members/${company.actor.id}`
  await page.goto(self)
  await page.getByLabel('Role').selectOption('Developer')
  await page.getByRole('button', { name: 'Save role' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('A company needs an owner.')
  await page.goto(`${self}?remove=1`)
  await page.getByRole('button', { name: 'Leave company' }).click()
  await expect(page.locator('main').getByRole('alert')).toContainText('A company needs an owner.')

  await aMember(company, 'owner')
  await page.getByRole('button', { name: 'Leave company' }).click()
  await expect(page.getByText('You left the company.')).toBeVisible()
  await page.goto('/company')
  await expect(page.getByRole('heading', { name: 'Company log-in' })).toBeVisible()
})

test('a form opened in a higher role does nothing after the role is gone', async ({ page, server }) => {
  const company = await aCompany()
  const [admin, developer] = [await aMember(company, 'admin'), await aMember(company, 'developer')]
  await staffSignedIn(page, admin.actor.id as string, server)
  await page.goto(`/company/members/${developer.actor.id}`)
  await expect(page.getByRole('heading', { name: developer.name })).toBeVisible()
  await changeRole(company.actor, admin.actor.id as string, 'developer')
  await page.getByLabel('Role').selectOption('Admin')
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Save role' }).click()
  expect((await answered).status()).toBe(404)
  await page.goto('/company/members')
  await expect(page.getByRole('listitem').filter({ hasText: developer.name })).toContainText('Developer')
})

test('a member of another company is not there: not as a page, not in a form', async ({ page, server }) => {
  const [company, other] = [await aCompany(), await aCompany()]
  const [mine, theirs] = [await aMember(company, 'developer'), await aMember(other, 'developer')]
  await ownerSignedIn(page, company, server)
  for (const id of [theirs.actor.id, 'stf_0000000000000000000000']) {
    expect((await page.goto(`/company/members/${id}`))?.status()).toBe(404)
  }
  await page.goto(`/company/members/${mine.actor.id}`)
  await page
    .locator('input[name=member]')
    .first()
    .evaluate((input: HTMLInputElement, id) => (input.value = id as string), theirs.actor.id)
  await page.getByLabel('Role').selectOption('Owner')
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Save role' }).click()
  expect((await answered).status()).toBe(404)
  await ownerSignedIn(page, other, server)
  await page.goto('/company/members')
  await expect(page.getByRole('listitem').filter({ hasText: theirs.name })).toContainText('Developer')
})

test('an admin has no say over owners', async ({ page, server }) => {
  const company = await aCompany()
  const admin = await aMember(company, 'admin')
  await staffSignedIn(page, admin.actor.id as string, server)
  await page.goto('/company/members')
  await expect(page.getByRole('link', { name: 'Manage Owner' })).toHaveCount(0)
  await expect(page.getByLabel('Role').getByRole('option')).toHaveText(['Admin', 'Developer', 'Support', 'Compliance'])
  expect((await page.goto(`/company/members/${company.actor.id}`))?.status()).toBe(404)
})
