import type { Page } from '@playwright/test'
import { listenAddress } from '#lib/relay/listen-address'
import { ask } from '#lib/relay/testing/queue'
import { sendMail } from '#lib/relay/testing/smtp-client'
import { mailsTo } from '../fixtures/mailbox'
import { runAxe } from '../fixtures/run-axe'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { consentWithoutPages } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'

/** A mail to an alias, as anybody sends one. @returns the last reply */
const write = (from: string, to: string, subject: string, text = 'Hello\r\n') =>
  sendMail(listenAddress().port, from, to, `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <1.${from}>\r\n\r\n${text}`)

/** The mail to a person with that subject, as it left. */
async function arrived(email: string, subject: string): Promise<string> {
  const find = async () => (await mailsTo(email)).find((mail) => mail.kind === 'forwarded' && mail.subject === subject)?.text
  await expect.poll(find).toBeTruthy()
  return (await find()) as string
}

/** Somebody at the page of their aliases, who gave one to an app. */
async function atTheirAlias(page: Page, server: string) {
  const app = await anApp(await aCompany(), { name: 'Reading Room' })
  const person = await aPerson()
  await consentWithoutPages(person, app, ['openid', 'email'])
  await signedIn(page, person, server)
  await page.goto('/account/aliases')
  const address = await page
    .getByText(/^[a-z2-7]{16}@/)
    .first()
    .innerText()
  return { app, person, address: address.trim() }
}

test('mail that is not from the app waits, is looked at and let through; then its sender is blocked, and others are refused', async ({
  page,
  server,
}) => {
  const { app, person, address } = await atTheirAlias(page, server)
  await ask('UPDATE apps SET mail_domains = $2 WHERE id = $1', [app.id, ['shop.example']])
  await page.getByText('Who writes here').click()
  await page.getByRole('button', { name: 'List senders' }).click()

  expect(await write('x@elsewhere.example', address, 'Is this yours?', 'A letter <b>for you</b>\r\n')).toMatch(/^250 /)
  await expect(async () => {
    await page.goto('/account/aliases/held')
    await page.getByRole('link', { name: 'Is this yours?' }).click({ timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'Is this yours?' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Text of the mail' })).toHaveText('A letter <b>for you</b>')
  expect((await runAxe(page)).violations).toEqual([])
  await page.getByRole('button', { name: 'Let it through' }).click()
  await expect(page.getByRole('status')).toContainText('on its way')
  expect(await arrived(person.email, 'Is this yours?')).toContain('not confirmed by Reading Room')

  await page.goto(`/account/aliases?senders=${app.id}`)
  await page.getByRole('button', { name: 'Block x@elsewhere.example' }).click()
  await expect(page.getByRole('button', { name: 'Unblock x@elsewhere.example' })).toBeVisible()
  await page.getByText('Mail that is not from Reading Room').click()
  await page.getByRole('radio', { name: /^Refuse it/ }).check()
  await page.getByRole('checkbox', { name: /^Put a line above the text/ }).check()
  expect((await runAxe(page)).violations).toEqual([])
  await page.getByRole('button', { name: 'Save what happens with mail that is not from Reading Room' }).click()
  await expect(page).toHaveURL(/done=chosen/)
  expect(await write('y@elsewhere.example', address, 'Refused')).toBe('550 5.1.1 No such address here')
  expect(await write('news@shop.example', address, 'From the app')).toMatch(/^250 /)
  await arrived(person.email, 'From the app')
})

test('an answer to forwarded mail leaves from the alias, and shows its writer what was taken out', async ({ page, server }) => {
  const { person, address } = await atTheirAlias(page, server)
  expect(await write('service@shop.example', address, 'Your order')).toMatch(/^250 /)
  const to = /^Reply-To: <(.+)>$/m.exec(await arrived(person.email, 'Your order'))?.[1] ?? ''
  expect(await write(person.email, to, 'Re: Your order', `Yes, please.\r\n-- \r\n${person.email}\r\n`)).toMatch(/^250 /)
  const answers = async () => (await mailsTo('service@shop.example')).filter(({ text }) => text.includes(`From: <${address}>`))
  await expect.poll(async () => (await answers()).length).toBe(1)
  const [answer] = await answers()
  const body = Buffer.from(answer?.text.split('\r\n\r\n')[1] ?? '', 'base64').toString()
  expect(body).toContain('Yes, please.')
  expect(`${answer?.text}${body}`).not.toContain(person.email)
  await page.goto('/account/aliases/replies')
  await expect(page.getByText('service@shop.example')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'service@shop.example' })).toContainText('1 address')
  expect((await runAxe(page)).violations).toEqual([])
})
