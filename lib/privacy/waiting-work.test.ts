import { afterAll, expect, it } from 'vitest'
import { changeAccess } from '#lib/accounts/credentials/change-access'
import { setPasswordHash } from '#lib/accounts/credentials/store'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { createStream } from '#lib/signals/create-stream'
import { requestDeletion } from '#lib/users/account/request-deletion'
import { aGrant } from '../../e2e/fixtures/grants'
import { aPerson } from '../../e2e/fixtures/world'
import { eraseDuePeople } from './erase-due-people'

afterAll(closeDatabase)

const WAITING = statement<object>('test_work_waiting', `SELECT 1 FROM queued_jobs WHERE payload->>'user' = $1`)

it('work about an erased person does not wait for a worker, that of their last moment neither', async () => {
  const { person, company } = await aGrant(await aPerson({}, { birthdate: '1990-01-01' }))
  await createStream(company.actor, {})
  await changeAccess({ realm: 'person', id: person.id }, null, async (change) => setPasswordHash(change, { realm: 'person', id: person.id }, 'x'))
  expect(await sql.query(WAITING, [person.id])).not.toEqual([])
  await requestDeletion(person.id, person.email)
  await withDatabase((db) => db.user.update({ where: { id: person.id }, data: { deletionDueAt: new Date(0) } }))
  await eraseDuePeople()
  expect(await sql.query(WAITING, [person.id])).toEqual([])
})
