import { suspendApp } from '#lib/apps/suspend-app'
import { suspendPerson } from '#lib/users/account/suspend-person'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp, aPerson } from '../fixtures/world'

test('an app that the operator suspended is called so wherever its company sees its name, and no longer active', async ({ page, server }) => {
  const company = await aCompany()
  const [open, stopped] = [await anApp(company), await anApp(company)]
  await suspendApp(stopped.id, 'A question we asked was not answered.')
  await ownerSignedIn(page, company, server)
  await page.goto('/company/apps')
  const card = (app: typeof open) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: app.name }) })
  await expect(card(open).getByText('Active', { exact: true })).toBeVisible()
  await expect(card(stopped).getByText('Suspended', { exact: true })).toBeVisible()
  await expect(card(stopped).getByText('Active', { exact: true })).toHaveCount(0)
  await page.goto(`/company/apps/${stopped.id}`)
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible()
  await expect(page.getByText('The operator of this service suspended the app')).toBeVisible()
  await expect(page.getByText('people can log in')).toHaveCount(0)
})

test('a suspended person who proves who they are reads kindly that nobody can use the account, and a stranger learns nothing', async ({ page }) => {
  const person = await aPerson({ locale: 'en' })
  await suspendPerson(person.email)
  const logIn = async (password: string) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    return page.locator('main').getByRole('alert')
  }
  await expect(await logIn('not the password of anybody')).not.toContainText('suspended')
  await expect(await logIn(person.password)).toContainText('This account is suspended. Nobody can use it for now, and nothing in it was deleted.')
  await expect(page).toHaveURL(/\/login/)
})
