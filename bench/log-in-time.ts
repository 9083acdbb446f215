import { performance } from 'node:perf_hooks'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { erasePerson } from '#lib/privacy/erase-person'
import { createPerson } from '#lib/users/create-person'
import { logIn } from '#lib/users/log-in'
import { median } from './protocol/load'

/**
 * Does the time of a log-in tell whether there is such an account? Alternates known and unknown addresses with a wrong
 * password and compares the medians. Needs DATABASE_URL and MASTER_KEY:
 * `npx esbuild bench/log-in-time.ts --bundle --platform=node --format=esm --packages=external --outfile=dist/log-in-time.mjs`
 * and then `node dist/log-in-time.mjs [tries]`.
 */
const tries = Number(process.argv[2] ?? 500)

async function time(email: string): Promise<number> {
  const began = performance.now()
  await logIn(email, 'a wrong password', aStranger())
  return performance.now() - began
}

const ids: string[] = []
const known: number[] = []
const unknown: number[] = []
// Waits begin after the third try, so each account is asked three times.
for (let i = 0; i < tries; i++) {
  const email = `${randomBase62(12).toLowerCase()}@people.example`
  if (i % 3 === 0)
    ids.push(await createPerson({ email: `bench-${i}@people.example`, password: randomBase62(20), profile: {}, isEmailConfirmed: true }))
  known.push(await time(`bench-${i - (i % 3)}@people.example`))
  unknown.push(await time(email))
}
for (const id of ids) await withDatabase((db) => erasePerson(db, id))
console.log(
  `known ${median(known).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms, difference ${Math.abs(median(known) - median(unknown)).toFixed(2)} ms over ${tries} tries each`,
)
await closeDatabase()
