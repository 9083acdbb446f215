import { afterAll, expect, it } from 'vitest'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { readOutbox } from '#lib/mail/read-outbox'
import { insertStaffSession } from '#lib/session/staff-session-store'
import { aCompany } from '../../../e2e/fixtures/world'
import { finishStaffRecovery, startStaffRecovery } from '../recover-staff'
import { changeStaffPassword, endOtherStaffSessions } from '../staff-account'

afterAll(closeDatabase)

const NEW_PASSWORD = 'the gravel sings at noon'

async function anOwner() {
  const password = randomBase62(20)
  const { actor, email } = await aCompany()
  const staffId = actor.id as string
  const hash = await aSession(staffId)
  return { staffId, companyId: actor.companyId, hash, email, password }
}

async function aSession(staffId: string) {
  const hash = Buffer.from(randomBase62(32))
  expect(await insertStaffSession(hash, staffId, 600)).toBe(true)
  return hash
}

async function recoveryToken(email: string): Promise<string> {
  await startStaffRecovery(email, 'en', aStranger())
  const mail = (await readOutbox(2000)).find(({ to, kind }) => to === email && kind === 'staff_recover')
  return mail?.text.match(/\/company\/recover\/(\w+)/)?.[1] ?? ''
}

const sessionsOf = async (staffId: string) =>
  (await withDatabase((db) => db.staffSession.findMany({ where: { staffId } }))).map(({ idHash }) => Buffer.from(idHash))

it('a member who changes the password ends every link and every other session, and keeps this one', async () => {
  const self = await anOwner()
  await finishStaffRecovery(await recoveryToken(self.email), self.password, 'en', aStranger())
  const hash = await aSession(self.staffId)
  await aSession(self.staffId)
  const token = await recoveryToken(self.email)
  expect(await changeStaffPassword({ ...self, hash }, self.password, NEW_PASSWORD, 'en')).toBe('changed')
  expect(await sessionsOf(self.staffId)).toEqual([hash])
  expect((await finishStaffRecovery(token, 'the gravel sings at dusk', 'en', aStranger())).kind).toBe('expired')
})

it('a recovery link and a password change at the same moment: one of them only', async () => {
  for (let round = 0; round < 3; round++) {
    const self = await anOwner()
    await finishStaffRecovery(await recoveryToken(self.email), self.password, 'en', aStranger())
    const hash = await aSession(self.staffId)
    const token = await recoveryToken(self.email)
    const [recovered, changed] = await Promise.all([
      finishStaffRecovery(token, 'the gravel sings at dusk', 'en', aStranger()),
      changeStaffPassword({ ...self, hash }, self.password, NEW_PASSWORD, 'en'),
    ])
    expect(recovered.kind === 'ok').not.toBe(changed === 'changed')
    expect(await sessionsOf(self.staffId)).toEqual(changed === 'changed' ? [hash] : [])
  }
})

it('a log-in that was proven before the others were logged out begins no session', async () => {
  const self = await anOwner()
  const { accessVersion } = await withDatabase((db) => db.staffMember.findUniqueOrThrow({ where: { id: self.staffId } }))
  await endOtherStaffSessions(self)
  expect(await insertStaffSession(Buffer.from(randomBase62(32)), self.staffId, 600, accessVersion)).toBe(false)
})
