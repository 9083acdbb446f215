import { afterAll, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { readOutbox } from '#lib/mail/read-outbox'
import { createPerson } from './create-person'
import { logIn } from './log-in'
import { recover, requestRecovery } from './recover'

afterAll(closeDatabase)

async function aPerson() {
  const email = `${randomBase62(12).toLowerCase()}@people.example`
  const password = randomBase62(20)
  await createPerson({ email, password, profile: {}, isEmailConfirmed: true })
  return { email, password }
}

it('evaluates exactly ten of 200 parallel wrong passwords', async () => {
  const { email } = await aPerson()
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => logIn(email, 'a wrong password')))
  const count = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind).length
  expect([count('wrong'), count('throttled')]).toEqual([10, 190])
})

it('treats an unknown address like a known one, lock included', async () => {
  const email = `${randomBase62(12).toLowerCase()}@nobody.example`
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => logIn(email, 'a wrong password')))
  expect(outcomes.filter((outcome) => outcome.kind === 'wrong')).toHaveLength(10)
})

it('lets the victim of a lock back in through a recovery mail, whose link works once', async () => {
  const { email, password } = await aPerson()
  await Promise.all(Array.from({ length: 12 }, () => logIn(email, 'a wrong password')))
  expect((await logIn(email, password)).kind).toBe('throttled')
  await requestRecovery(email)
  const mail = (await readOutbox(2000)).find(({ to, kind }) => to === email && kind === 'recover')
  const token = mail?.text.match(/\/recover\/(\S+)/)?.[1] ?? ''
  expect((await recover(token, 'too short')).kind).toBe('unfit_password')
  const [first, second] = await Promise.all([recover(token, 'the gravel sings at noon'), recover(token, 'the gravel sings at dusk')])
  expect([first.kind, second.kind].sort()).toEqual(['expired', 'ok'])
  const winner = first.kind === 'ok' ? 'the gravel sings at noon' : 'the gravel sings at dusk'
  expect((await logIn(email, winner)).kind).toBe('ok')
})

it('sends no mail to an address nobody registered', async () => {
  const email = `${randomBase62(12).toLowerCase()}@nobody.example`
  await requestRecovery(email)
  expect((await readOutbox(2000)).filter(({ to }) => to === email)).toEqual([])
})
