import { afterAll, describe, expect, it } from 'vitest'
import { deviceHashOf } from '#lib/accounts/client'
import { CODE_TRIES } from '#lib/accounts/links/lifetimes'
import { aStranger } from '#lib/accounts/testing/clients'
import { liftGuesses } from '#lib/accounts/throttles/guesses'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { shardOf } from '#lib/core/shard'
import { readOutbox } from '#lib/mail/read-outbox'
import { recordPersonLogIn } from '../record-person-log-in'
import { requestRecovery } from '../recover'
import { mailRegistrationAgain, register } from '../register'
import { aPerson, newEmail } from '../testing/a-person'
import { answerMailCode } from './answer-mail-code'
import { readCode } from './issue-mail-code'
import { requestLogInCode } from './request-log-in-code'

afterAll(closeDatabase)

const PASSWORD = 'the gravel sings at noon'
const mailsTo = async (email: string) => (await readOutbox(2000)).filter(({ to }) => to === email)

async function codeIn(email: string): Promise<string> {
  const code = (await mailsTo(email))[0]?.text.match(/^\d{6}$/m)?.[0]
  if (!code) throw new Error('the newest mail has no code')
  return code
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const rowsOf = (userId: string) => withDatabase((db) => db.mailLink.findMany({ where: { userId } }))

/** A browser that asked for a code to log in. */
async function asking(email: string, client = aStranger()) {
  const waiting = { secret: randomBase62(43), email }
  expect((await requestLogInCode(email, waiting.secret, client)).kind).toBe('mailed')
  return waiting
}

describe.each(['123456', ' 123 456 ', '123-456', 'Your code: 123456.', '１２３４５６'])('what is pasted: %s', (typed) => {
  it('is the six digits in it', () => expect(readCode(typed)).toBe('123456'))
})

it.each(['', '12345', '1234567', 'abcdef'])('is no code: %s', (typed) => expect(readCode(typed)).toBeNull())

describe('a code by mail', () => {
  it('confirms a registration where it was begun, once, however it is pasted', async () => {
    const email = newEmail()
    const begun = await register({ email, password: PASSWORD, locale: 'en' }, aStranger())
    if (begun.kind !== 'mailed') throw new Error(begun.kind)
    const waiting = { secret: begun.browserSecret, email }
    const code = await codeIn(email)
    const pasted = ` ${code.slice(0, 3)} ${code.slice(3)}\n`
    const both = await Promise.all([answerMailCode(waiting, pasted, aStranger()), answerMailCode(waiting, pasted, aStranger())])
    expect(both.map(({ kind }) => kind).sort()).toEqual(['ok', 'wrong'])
  })

  it('is worth nothing in any other browser', async () => {
    const person = await aPerson()
    await asking(person.email)
    const code = await codeIn(person.email)
    expect((await answerMailCode({ secret: randomBase62(43), email: person.email }, code, aStranger())).kind).toBe('wrong')
  })

  it('stands in the database as a keyed fingerprint only', async () => {
    const person = await aPerson()
    await asking(person.email)
    const code = await codeIn(person.email)
    expect(JSON.stringify(await rowsOf(person.userId))).not.toContain(code)
    expect(Buffer.from((await rowsOf(person.userId))[0]?.codeHash ?? []).length).toBe(32)
  })

  it('ends after five wrong tries, also when they come at once, and the right one comes too late', async () => {
    const person = await aPerson()
    const client = { ...aStranger(), device: randomBase62(43) }
    await recordPersonLogIn({ id: person.userId, accessVersion: 0, browserSecret: client.device, browser: null, isFirst: true })
    const waiting = await asking(person.email, client)
    const code = await codeIn(person.email)
    await Promise.all(Array.from({ length: CODE_TRIES }, () => answerMailCode(waiting, otherThan(code), client)))
    expect((await rowsOf(person.userId))[0]?.codeTries).toBe(CODE_TRIES)
    await liftGuesses({ act: 'mailCode', realm: 'person', subject: person.email, device: deviceHashOf(client.device) })
    expect((await answerMailCode(waiting, code, client)).kind).toBe('wrong')
  })

  it('ends with its time, by the clock of the database', async () => {
    const person = await aPerson()
    const waiting = await asking(person.email)
    const code = await codeIn(person.email)
    await withDatabase((db) => db.mailLink.updateMany({ where: { userId: person.userId }, data: { codeExpiresAt: new Date(Date.now() - 1000) } }))
    expect((await answerMailCode(waiting, code, aStranger())).kind).toBe('wrong')
  })

  it('is replaced by the next one', async () => {
    const email = newEmail()
    const begun = await register({ email, password: PASSWORD, locale: 'en' }, aStranger())
    if (begun.kind !== 'mailed') throw new Error(begun.kind)
    const waiting = { secret: begun.browserSecret, email }
    const first = await codeIn(email)
    expect((await mailRegistrationAgain(waiting, aStranger())).kind).toBe('mailed')
    const second = await codeIn(email)
    if (first !== second) expect((await answerMailCode(waiting, first, aStranger())).kind).toBe('wrong')
    expect((await answerMailCode(waiting, second, aStranger())).kind).toBe('ok')
  })

  it('makes strangers who guess wait, by address, whether it has an account or not', async () => {
    const outcomes = async (email: string) => {
      const kinds: string[] = []
      for (let i = 0; i < 5; i++) kinds.push((await answerMailCode({ secret: randomBase62(43), email }, '000000', aStranger())).kind)
      return kinds
    }
    const known = await outcomes((await aPerson()).email)
    expect(known).toEqual(['wrong', 'wrong', 'wrong', 'throttled', 'throttled'])
    expect(await outcomes(newEmail())).toEqual(known)
  })

  it('leads to a new password where it was asked for that', async () => {
    const person = await aPerson()
    const waiting = { secret: randomBase62(43), email: person.email }
    await requestRecovery(person.email, aStranger(), waiting.secret)
    expect(await answerMailCode(waiting, await codeIn(person.email), aStranger())).toMatchObject({
      kind: 'recover',
      token: expect.stringMatching(/^sgm_/),
    })
  })

  it('logs in to the account there is, when somebody registers with its address, and changes nothing of it', async () => {
    const person = await aPerson()
    const begun = await register({ email: person.email, password: PASSWORD, locale: 'en' }, aStranger())
    if (begun.kind !== 'mailed') throw new Error(begun.kind)
    const outcome = await answerMailCode({ secret: begun.browserSecret, email: person.email }, await codeIn(person.email), aStranger())
    expect(outcome).toMatchObject({ kind: 'ok', id: person.userId, isFirst: false, amr: ['otp'] })
  })

  it('is not all where one-time codes are on', async () => {
    const person = await aPerson()
    await withDatabase((db) =>
      db.totp.create({ data: { shard: shardOf(person.userId), userId: person.userId, secretSealed: Buffer.alloc(1), confirmedAt: new Date() } }),
    )
    const waiting = await asking(person.email)
    expect((await answerMailCode(waiting, await codeIn(person.email), aStranger())).kind).toBe('second_factor')
  })
})

describe('asking for mails', () => {
  it('sends nothing where there is no account, and answers the same', async () => {
    const email = newEmail()
    await asking(email)
    expect(await mailsTo(email)).toEqual([])
  })

  it('is one count for codes and new passwords: five an hour, and a stranger takes none of a known browser’s', async () => {
    const person = await aPerson()
    const own = { ...aStranger(), device: randomBase62(43) }
    await recordPersonLogIn({ id: person.userId, accessVersion: 0, browserSecret: own.device, browser: null, isFirst: true })
    const kinds: string[] = []
    for (let i = 0; i < 4; i++) {
      kinds.push((await requestLogInCode(person.email, randomBase62(43), aStranger())).kind)
      kinds.push((await requestRecovery(person.email, aStranger())).kind)
    }
    expect(kinds.filter((kind) => kind === 'mailed')).toHaveLength(5)
    expect((await requestLogInCode(person.email, randomBase62(43), own)).kind).toBe('mailed')
  })
})
