import { afterAll, describe, expect, it } from 'vitest'
import { aStranger } from '#lib/accounts/testing/clients'
import { afterTries, mostJudged } from '#lib/accounts/testing/tries'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { shardOfHash } from '#lib/core/shard'
import { readOutbox } from '#lib/mail/read-outbox'
import { createPerson } from './create-person'
import { emailIndexOf } from './email-index'
import { logIn } from './log-in'
import { recordPersonLogIn } from './record-person-log-in'
import { recover, requestRecovery } from './recover'
import { register } from './register'

afterAll(closeDatabase)

const WRONG = 'a wrong password'
const newAddress = (domain = 'people.example') => `${randomBase62(12).toLowerCase()}@${domain}`

async function aPerson() {
  const email = newAddress()
  const password = randomBase62(20)
  const id = await createPerson({ email, password, profile: {}, isEmailConfirmed: true })
  return { id, email, password }
}

/** A person with a browser that logged in before. */
async function anOwner() {
  const person = await aPerson()
  const browser = { ...aStranger(), device: randomBase62(43) }
  await recordPersonLogIn({ id: person.id, accessVersion: 0, browserSecret: browser.device, browser: null, isFirst: true })
  return { ...person, browser }
}

const guessesAt = (email: string) => ({ realm: 'person', act: 'password', by: 'account', subject: email }) as const
const mailsTo = async (email: string, kind: string) => (await readOutbox(2000)).filter((mail) => mail.to === email && mail.kind === kind)
const historyOf = (userId: string) => withDatabase((db) => db.activityEvent.findMany({ where: { userId }, select: { action: true } }))
const kindOf = async (...parameters: Parameters<typeof logIn>) => (await logIn(...parameters)).kind

async function recoverAs(email: string, client = { ...aStranger(), device: randomBase62(43) }, password = 'the gravel sings at noon') {
  await requestRecovery(email, aStranger())
  const [mail] = await mailsTo(email, 'recover')
  const token = mail?.text.match(/\/recover\/(\S+)/)?.[1] ?? ''
  return { client, token, password, outcome: await recover(token, password, client) }
}

describe('guessing', () => {
  it('looks at no more of 200 parallel wrong passwords than waits allow, wherever they come from', async () => {
    const { email } = await aPerson()
    const began = performance.now()
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => kindOf(email, WRONG, aStranger())))
    const judged = outcomes.filter((kind) => kind === 'wrong').length
    expect(judged).toBeGreaterThanOrEqual(3)
    expect(judged).toBeLessThanOrEqual(mostJudged(began))
    expect(outcomes.filter((kind) => kind === 'throttled')).toHaveLength(200 - judged)
  })

  it.each([
    [9, 128],
    [12, 900],
    [60, 900],
  ])('makes strangers wait after %i wrong tries and one more: %i seconds', async (tries, seconds) => {
    const { email, password } = await aPerson()
    await afterTries(guessesAt(email), tries)
    expect(await kindOf(email, WRONG, aStranger())).toBe('wrong')
    const refused = await logIn(email, password, aStranger())
    if (refused.kind !== 'throttled') throw new Error(refused.kind)
    expect(refused.waitSeconds).toBeLessThanOrEqual(seconds)
    expect(refused.waitSeconds).toBeGreaterThan(seconds - 60)
  })

  it('says the same of an address that is nobody’s: waits, the stop after a hundred, and what ends it', async () => {
    const outcomesAt = async (email: string) => {
      const outcomes: unknown[] = []
      for (const tries of [0, 9, 98, 99, 100]) {
        await afterTries(guessesAt(email), tries)
        outcomes.push(await kindOf(email, WRONG, aStranger()), await kindOf(email, WRONG, aStranger()))
      }
      return outcomes
    }
    const known = await outcomesAt((await aPerson()).email)
    expect(known).toEqual(['wrong', 'wrong', 'wrong', 'throttled', 'wrong', 'throttled', 'wrong', 'stopped', 'stopped', 'stopped'])
    expect(await outcomesAt(newAddress('nobody.example'))).toEqual(known)
  })

  it('ends after a hundred guesses from one network, each at another address', async () => {
    const sprayer = aStranger()
    const owner = await anOwner()
    await afterTries({ realm: 'person', act: 'password', by: 'network', subject: sprayer.network }, 80)
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => kindOf(newAddress(), WRONG, sprayer)))
    expect(outcomes.filter((kind) => kind === 'wrong')).toHaveLength(20)
    expect(await logIn(owner.email, owner.password, sprayer)).toMatchObject({ kind: 'throttled', by: 'network' })
    expect(await kindOf(owner.email, owner.password, { ...sprayer, device: owner.browser.device })).toBe('ok')
    expect(await kindOf(owner.email, owner.password, aStranger())).toBe('ok')
  })
})

describe('the owner of an account', () => {
  it('always gets in with a browser that did before, while strangers try a thousand passwords from as many networks', async () => {
    const { email, password, browser } = await anOwner()
    for (let round = 0; round < 10; round++) {
      const [own] = await Promise.all([kindOf(email, password, browser), ...Array.from({ length: 100 }, () => kindOf(email, WRONG, aStranger()))])
      expect(own).toBe('ok')
    }
    await afterTries(guessesAt(email), 100)
    expect(await kindOf(email, password, aStranger())).toBe('stopped')
    expect(await kindOf(email, password, browser)).toBe('ok')
    expect(await kindOf(email, password, aStranger())).toBe('ok')
  })

  it('is told by mail and in the history at ten wrong tries and at a hundred, once each', async () => {
    const { id, email } = await aPerson()
    await afterTries(guessesAt(email), 9)
    await Promise.all(Array.from({ length: 5 }, () => logIn(email, WRONG, aStranger())))
    await afterTries(guessesAt(email), 99)
    await Promise.all(Array.from({ length: 5 }, () => logIn(email, WRONG, aStranger())))
    expect(await mailsTo(email, 'password_guessed')).toHaveLength(1)
    expect(await mailsTo(email, 'password_stopped')).toHaveLength(1)
    const told = (await historyOf(id)).map(({ action }) => action).filter((action) => action.startsWith('account.password_'))
    expect(told).toEqual(['account.password_guessed', 'account.password_stopped'])
  })

  it('gets back in through a recovery mail, whose link works once, however strangers go on', async () => {
    const { email, password } = await aPerson()
    await afterTries(guessesAt(email), 100)
    expect(await kindOf(email, password, aStranger())).toBe('stopped')
    await requestRecovery(email, aStranger())
    const token = (await mailsTo(email, 'recover'))[0]?.text.match(/\/recover\/(\S+)/)?.[1] ?? ''
    const browser = { ...aStranger(), device: randomBase62(43) }
    expect((await recover(token, 'too short', browser)).kind).toBe('unfit_password')
    const both = [recover(token, 'the gravel sings at noon', browser), recover(token, 'the gravel sings at dusk', browser)]
    const [first, second] = await Promise.all(both)
    expect([first?.kind, second?.kind].sort()).toEqual(['expired', 'ok'])
    const winner = first?.kind === 'ok' ? 'the gravel sings at noon' : 'the gravel sings at dusk'
    await afterTries(guessesAt(email), 100)
    expect(await kindOf(email, winner, aStranger())).toBe('stopped')
    expect(await kindOf(email, winner, browser)).toBe('ok')
  })

  it('is told of the first log-in of a browser that set the password', async () => {
    const { id, email } = await aPerson()
    const { client } = await recoverAs(email)
    await recordPersonLogIn({ id, accessVersion: 1, browserSecret: client.device, browser: 'Firefox, Linux', isFirst: false })
    await recordPersonLogIn({ id, accessVersion: 1, browserSecret: client.device, browser: 'Firefox, Linux', isFirst: false })
    expect(await mailsTo(email, 'new_device')).toHaveLength(1)
  })

  it('keeps every allowance, whatever somebody types as an address', async () => {
    const { email } = await aPerson()
    for (const prefix of ['recover', 'register', 'staff', 'code', 'change', 'person', '["person","recovery","mailbox"] '])
      for (let i = 0; i < 12; i++) await logIn(`${prefix} ${email}`, WRONG, aStranger())
    await requestRecovery(email, aStranger())
    await register({ email, password: 'the gravel sings at noon', locale: 'en' }, aStranger())
    expect(await mailsTo(email, 'recover')).toHaveLength(1)
    expect(await mailsTo(email, 'address_known')).toHaveLength(1)
  })
})

it('sends no mail to an address nobody registered', async () => {
  const email = newAddress('nobody.example')
  await requestRecovery(email, aStranger())
  expect((await readOutbox(2000)).filter(({ to }) => to === email)).toEqual([])
})

it('mails twenty strangers for one network, and says how long to wait for the next', async () => {
  const network = aStranger()
  const outcomes = await Promise.all(Array.from({ length: 30 }, async () => (await requestRecovery(newAddress(), network)).kind))
  expect(outcomes.filter((kind) => kind === 'mailed')).toHaveLength(20)
  expect(outcomes.filter((kind) => kind === 'throttled')).toHaveLength(10)
  expect((await requestRecovery(newAddress(), aStranger())).kind).toBe('mailed')
  const owner = await anOwner()
  expect((await requestRecovery(owner.email, network)).kind).toBe('throttled')
  expect((await requestRecovery(owner.email, { ...network, device: owner.browser.device })).kind).toBe('mailed')
})

it('finds an account that was kept under its domain as it was typed', async () => {
  const password = randomBase62(20)
  const local = randomBase62(12).toLowerCase()
  const id = await createPerson({ email: `${local}@people.example`, password, profile: {}, isEmailConfirmed: true })
  const emailIndex = emailIndexOf(`${local}@żółw.example`)
  await withDatabase((db) => db.user.update({ where: { id }, data: { emailIndex } }))
  await withDatabase((db) => db.emailEntry.create({ data: { shard: shardOfHash(emailIndex), emailIndex, userId: id, claimedAt: new Date() } }))
  for (const typed of [`${local}@żółw.example`, `${local.toUpperCase()}@ŻÓŁW.example`, `${local}@xn--w-uga1v8h.example`])
    expect(await kindOf(typed, password, aStranger())).toBe('ok')
})
