import type { Page } from 'playwright'
import { randomBase62 } from '#lib/core/random-id'
import { createSpecimen } from '#lib/documents/specimen/create-specimen'
import type { Sink } from '#lib/relay/testing/sink'

/** What a company and a person do in a browser and with a key, nothing of it from inside. */

const PASSWORD = 'the gravel sings at noon'
export const LEGAL_NAME = 'Larkspur Books Ltd'

const anAddress = (domain: string) => `${randomBase62(12).toLowerCase()}@${domain}`

async function linkIn(sink: Sink, to: string, path: string): Promise<string> {
  const mail = await sink.until((one) => one.to === to)
  const link = new RegExp(`https?://\\S+?/${path}/[\\w-]+`).exec(mail.data.toString('latin1').replace(/=\r\n/g, ''))?.[0]
  if (!link) throw new Error('the mail has no link')
  return link
}

/** A company registers and submits its details. */
export async function registerByHand(page: Page, sink: Sink): Promise<void> {
  const email = anAddress('company.example')
  await page.goto('/company/register')
  await page.getByLabel('Company name').fill('Larkspur Books')
  await page.getByLabel('Your name').fill('Ada Quill')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(await linkIn(sink, email, 'company/confirm'))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByRole('heading', { name: 'Larkspur Books' }).waitFor()
  await page.goto('/company/settings')
  await page.getByLabel('Legal name').fill(LEGAL_NAME)
  await page.getByLabel('Registration number').fill('0000512870')
  await page.getByLabel('Country').selectOption('Poland')
  await page.getByLabel('Website').fill('https://larkspur.example')
  await page.getByRole('button', { name: 'Save details' }).click()
  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await page.getByText('Waiting for our answer').waitFor()
}

/** @returns an API key from the panel */
export async function createKey(page: Page): Promise<string> {
  await page.goto('/company/keys')
  await page.getByLabel('Name of the key').fill('Web server')
  await page.getByRole('button', { name: 'Create API key' }).click()
  return (await page.getByText(/^sgk_[0-9A-Za-z]{49}$/).textContent()) ?? ''
}

type Session = { id: string; url: string; status: string; result: unknown; failure: unknown; material: { status: string } }

const WAIT_MS = 180_000

/** A session for a new app, carried out by a new person with a specimen of a passport. @returns what the key is told of it in the end */
export async function verifyByKey(url: string, key: string, page: Page, sink: Sink): Promise<Session> {
  const api = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path} ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
  const app = await api<{ client_id: string }>('POST', '/api/v1/apps', {
    ...{ name: 'Larkspur', client_type: 'confidential', redirect_uris: ['https://larkspur.example/callback'], scopes: ['openid', 'given_name'] },
  })
  const session = await api<Session>('POST', '/v1/verifications', { client_id: app.client_id, fields: ['given_name'], min_assurance: 'page' })
  await registerPerson(page, sink)
  const { image } = await createSpecimen({ format: 'TD3', seed: 7, today: new Date(), view: { width: 1600, height: 1200 } })
  await page.goto(new URL(session.url).pathname)
  await page.getByRole('button', { name: 'Agree and go on' }).click()
  await page.getByRole('button', { name: 'Passport' }).click()
  await page.getByLabel('Or choose a file').setInputFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer: image })
  await page.getByRole('button', { name: 'Send this file' }).click()
  await page.getByRole('heading', { name: 'Is this right?' }).waitFor({ timeout: WAIT_MS })
  await page.getByRole('button', { name: 'Confirm and save' }).click()
  await page.getByRole('heading', { name: 'Verified' }).waitFor()
  return api<Session>('GET', `/v1/verifications/${session.id}`)
}

async function registerPerson(page: Page, sink: Sink): Promise<void> {
  const email = anAddress('person.example')
  await page.goto('/register')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(await linkIn(sink, email, 'confirm'))
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await page.waitForURL(/\/account/)
}
