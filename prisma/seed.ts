import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createApp } from '#lib/apps/create-app'
import { checkedActor } from '#lib/companies/actor'
import { createCompany } from '#lib/companies/create-company'
import { changeDetails } from '#lib/companies/details/change-details'
import { issueApiKey } from '#lib/companies/issue-api-key'
import { decideVerification } from '#lib/companies/verification/decide-verification'
import { submitForVerification } from '#lib/companies/verification/submit-for-verification'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { env } from '#lib/core/env'
import { randomBase62 } from '#lib/core/random-id'
import { SCOPES } from '#lib/scopes/catalog'
import { createPerson } from '#lib/users/create-person'
import type { Profile, VerifiedClaims } from '#lib/users/schema'

/**
 * The demo of the embedded default: two companies (one verified, one waiting for it), two apps, three people, all with fresh random credentials.
 * It runs on an empty database only and writes what it made to `demo.json` in the data directory.
 */
const password = () => randomBase62(18)

async function seedCompany(name: string, email: string) {
  const credentials = { email, password: password() }
  const company = await createCompany({ name, owner: { name: `${name} owner`, ...credentials } })
  const actor = checkedActor({ companyId: company.companyId, kind: 'staff', id: company.staffId })
  const { apiKey } = await issueApiKey(actor, 'Demo key')
  return { actor, shown: { name, ...credentials, api_key: apiKey } }
}

async function seedPerson(email: string, profile: Profile, verified: VerifiedClaims = {}) {
  const credentials = { email, password: password() }
  await createPerson({ ...credentials, profile, verified, isEmailConfirmed: true })
  return credentials
}

/** Submits the details of a demo company, so that the operator has something to answer. */
async function submitDetails({ actor, shown }: Awaited<ReturnType<typeof seedCompany>>, registrationNumber: string, website: string) {
  const details = { name: shown.name, legal_name: `${shown.name} sp. z o.o.`, registration_number: registrationNumber, country: 'PL', website }
  await changeDetails(actor, details, false)
  await submitForVerification(actor)
}

/** The birth date of somebody who is `years` old today. */
function bornYearsAgo(years: number): string {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), Math.min(today.getUTCDate(), 28))).toISOString().slice(0, 10)
}

async function seed() {
  const bookshop = await seedCompany('Larkspur Books', 'staff@larkspur.example')
  const clinic = await seedCompany('Harbour Clinic', 'staff@harbour.example')
  await submitDetails(bookshop, '0000512870', 'https://larkspur.example')
  await submitDetails(clinic, '0000773014', 'https://harbour.example')
  await decideVerification(bookshop.actor.companyId, { event: 'verify' })
  const scopes = SCOPES.map(({ name }) => name)
  const redirect = 'http://localhost:4000/callback'
  const confidential = await createApp(bookshop.actor, {
    name: 'Larkspur Reading Room',
    client_type: 'confidential',
    redirect_uris: [redirect],
    scopes,
  })
  const browser = await createApp(clinic.actor, {
    name: 'Harbour Appointments',
    client_type: 'public',
    redirect_uris: [redirect],
    scopes: scopes.filter((scope) => scope !== 'offline_access'),
  })
  return {
    base_url: env().BASE_URL,
    companies: [bookshop.shown, clinic.shown],
    apps: {
      confidential: { id: confidential.id, client_id: confidential.client_id, client_secret: confidential.client_secret, redirect_uri: redirect },
      public: { id: browser.id, client_id: browser.client_id, redirect_uri: redirect },
    },
    users: {
      plain: await seedPerson('pola@people.example', { given_name: 'Pola', locale: 'pl', zoneinfo: 'Europe/Warsaw' }),
      adult: await seedPerson(
        'adam@people.example',
        { locale: 'en', zoneinfo: 'Europe/Warsaw' },
        { given_name: 'Adam', family_name: 'Wierzba', birthdate: bornYearsAgo(34) },
      ),
      minor: await seedPerson(
        'maja@people.example',
        { locale: 'pl', zoneinfo: 'Europe/Warsaw' },
        { given_name: 'Maja', family_name: 'Lipska', birthdate: bornYearsAgo(17) },
      ),
    },
  }
}

try {
  if (!env().EMBEDDED) throw new Error('the demo is for the embedded database only')
  if ((await withDatabase((db) => db.company.count())) === 0) {
    const demo = await seed()
    const file = path.join(env().DATA_DIR, 'demo.json')
    await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
} catch (error) {
  console.error(`The demo could not be made: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  await closeDatabase()
}
