import { afterAll, expect, it } from 'vitest'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { aCompany } from '../../e2e/fixtures/world'
import { registerCompany } from './register-company'
import { removeUnconfirmedCompanies } from './remove-unconfirmed-companies'
import { staffIndex } from './staff-address'

afterAll(closeDatabase)

const run = (name: string, text: string, values: unknown[]) => sql.query(statement<object>(name, text), values)
const age = (email: string) =>
  run('test_age_staff', `UPDATE staff_members SET created_at = created_at - interval '25 hours' WHERE email_index = $1`, [staffIndex(email)])
const isThere = async (email: string) =>
  (await withDatabase((db) => db.company.count({ where: { staff: { some: { emailIndex: staffIndex(email) } } } }))) === 1

async function anUnconfirmedCompany(): Promise<string> {
  const email = `${randomBase62(12).toLowerCase()}@company.example`
  await registerCompany({ company: 'Never Came Back', name: 'Nobody', email, password: 'the gravel sings at noon' }, 'en', aStranger())
  return email
}

it('removes a registration after a day, once its link is over; never a confirmed company', async () => {
  const [forgotten, linked, young] = [await anUnconfirmedCompany(), await anUnconfirmedCompany(), await anUnconfirmedCompany()]
  const confirmed = (await aCompany()).email
  for (const email of [forgotten, linked, confirmed]) await age(email)
  for (const email of [forgotten, young]) {
    await run('test_end_link', `DELETE FROM staff_tokens WHERE staff_id = (SELECT id FROM staff_members WHERE email_index = $1)`, [staffIndex(email)])
  }
  await removeUnconfirmedCompanies()
  expect([await isThere(forgotten), await isThere(linked), await isThere(young), await isThere(confirmed)]).toEqual([false, true, true, true])
})
