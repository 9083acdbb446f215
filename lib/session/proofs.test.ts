import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/**
 * What proves who acts is made where it was checked, and tests take it from one fixture. The types say that nothing else
 * passes for it; here is held that nobody claims otherwise.
 */
const MADE_IN: Record<string, string[]> = {
  'as (unknown as )?UserSession\\b': ['lib/session/store.ts'],
  'as (unknown as )?StaffSession\\b': ['lib/session/staff-session-store.ts'],
  'as (unknown as )?CompanyActor\\b': ['lib/companies/actor.ts'],
  'checkedActor\\(': ['e2e/fixtures/actor.ts', 'lib/companies/authenticate-api-key.ts', 'lib/session/staff-actor.ts', 'prisma/seed.ts'],
  'insertUserSession\\(': ['e2e/fixtures/sessions.ts', 'lib/session/store.ts', 'lib/session/user-session.ts'],
  'insertStaffSession\\(': ['e2e/fixtures/sessions.ts', 'lib/session/staff-session-store.ts', 'lib/session/staff-session.ts'],
}

const texts = ['app', 'bench', 'e2e', 'lib', 'prisma']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('prisma/generated/'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

it.each(Object.keys(MADE_IN))('/%s/ stands only where it was checked', (sign) => {
  const made = new RegExp(`\\b${sign}`)
  expect(
    texts
      .filter(({ text }) => made.test(text))
      .map(({ file }) => file)
      .sort(),
  ).toEqual(MADE_IN[sign])
})
