import { afterAll, expect, it } from 'vitest'
import { deviceHashOf } from '#lib/accounts/client'
import { rememberBrowser } from '#lib/accounts/sessions/store'
import { aStranger } from '#lib/accounts/testing/clients'
import { afterTries, mostJudged } from '#lib/accounts/testing/tries'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { readOutbox } from '#lib/mail/read-outbox'
import { logIn } from '#lib/users/log-in'
import { createCompany } from './create-company'
import { logInStaff } from './log-in-staff'
import { finishStaffRecovery, startStaffRecovery } from './recover-staff'

afterAll(closeDatabase)

const WRONG = 'a wrong password'

async function aMember() {
  const [email, password] = [`${randomBase62(12).toLowerCase()}@firm.example`, randomBase62(20)]
  const { staffId, companyId } = await createCompany({ name: 'Firm', owner: { name: 'Jo', email, password } })
  const browser = { ...aStranger(), device: randomBase62(43) }
  await withDatabase((db) => rememberBrowser(db, { realm: 'staff', id: staffId }, deviceHashOf(browser.device)))
  return { email, password, staffId, companyId, browser }
}

const kindOf = async (email: string, password: string, client = aStranger()) => (await logInStaff(email, password, 'en', client)).kind
const guessesAt = (email: string) => ({ realm: 'staff', act: 'password', by: 'account', subject: email }) as const
const mailsTo = async (email: string, kind: string) => (await readOutbox(2000)).filter((mail) => mail.to === email && mail.kind === kind)

it('looks at no more of 100 parallel wrong passwords than waits allow, while a known browser gets in', async () => {
  const { email, password, browser } = await aMember()
  const began = performance.now()
  const [own, ...outcomes] = await Promise.all([kindOf(email, password, browser), ...Array.from({ length: 100 }, () => kindOf(email, WRONG))])
  expect(own).toBe('ok')
  // The right one may have begun the count anew once.
  expect(outcomes.filter((kind) => kind === 'wrong').length).toBeLessThanOrEqual(2 * mostJudged(began))
  expect(outcomes.filter((kind) => kind === 'throttled').length).toBeGreaterThan(50)
})

it('stops strangers after a hundred wrong tries, tells by mail and in the log, and ends it by mail', async () => {
  const { email, password, companyId, browser } = await aMember()
  await afterTries(guessesAt(email), 9)
  expect(await kindOf(email, WRONG)).toBe('wrong')
  await afterTries(guessesAt(email), 99)
  expect([await kindOf(email, WRONG), await kindOf(email, password)]).toEqual(['wrong', 'stopped'])
  expect(await mailsTo(email, 'staff_password_guessed')).toHaveLength(1)
  expect(await mailsTo(email, 'staff_password_stopped')).toHaveLength(1)
  const log = await withDatabase((db) => db.auditEvent.findMany({ where: { companyId }, select: { action: true } }))
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['staff.password_guessed', 'staff.password_stopped']))

  await startStaffRecovery(email, 'en', aStranger())
  const token = (await mailsTo(email, 'staff_recover'))[0]?.text.match(/\/recover\/(\S+)/)?.[1] ?? ''
  expect((await finishStaffRecovery(token, 'the gravel sings at noon', 'en', browser)).kind).toBe('ok')
  expect(await kindOf(email, 'the gravel sings at noon')).toBe('ok')
})

it('says the same of an address that is nobody’s', async () => {
  const email = `${randomBase62(12).toLowerCase()}@nobody.example`
  const outcomes: string[] = []
  for (const tries of [0, 9, 99]) {
    await afterTries(guessesAt(email), tries)
    outcomes.push(await kindOf(email, WRONG), await kindOf(email, WRONG))
  }
  expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'throttled', 'wrong', 'stopped'])
})

it('is not kept out by what is typed at the people’s form', async () => {
  const { email, password } = await aMember()
  for (const prefix of ['', 'staff ', 'recover staff ', 'register staff '])
    for (let i = 0; i < 12; i++) await logIn(`${prefix}${email}`, WRONG, aStranger())
  expect(await kindOf(email, password)).toBe('ok')
  await startStaffRecovery(email, 'en', aStranger())
  expect(await mailsTo(email, 'staff_recover')).toHaveLength(1)
})
