import { afterAll, describe, expect, it } from 'vitest'
import { beginSecondFactor } from '#lib/accounts/factors/second-factor'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { env } from '#lib/core/env'
import { randomBase62 } from '#lib/core/random-id'
import { shardOf } from '#lib/core/shard'
import { openMail } from '#lib/mail/outgoing-mail'
import { listActivity } from '#lib/users/activity/list-activity'
import { logIn } from '#lib/users/log-in'
import { recordPersonLogIn } from '#lib/users/record-person-log-in'
import { recover } from '#lib/users/recover'
import { finishRecovery, isVeto, readWaiting, vetoRecovery } from '#lib/users/recovery/finish-recovery'
import { tellDueRecoveries } from '#lib/users/recovery/tell-due'
import { beginSession } from '../../../e2e/fixtures/sessions'
import { aReading, PICTURE, verified } from '../../../e2e/fixtures/verifications'
import { aPerson, type TestPerson } from '../../../e2e/fixtures/world'
import { readPhoneLink } from '../page/hand-off'
import { addPicture, chooseDocumentOnPhone } from '../page/take-pictures'
import { picturesFor } from '../picture-kinds'
import { type Outcome, settleReading } from '../worker/settle-reading'
import { beginRecovery } from './begin-recovery'

afterAll(closeDatabase)

const FOREVER = new AbortController().signal

type Good = Extract<Outcome, { ok: true }>
const withFace = (reading: Good): Good => ({ ...reading, assurance: 'person', checks: { ...reading.checks, face_match: 'pass' } })

const versionOf = ({ id }: TestPerson) => withDatabase(async (db) => (await db.user.findUniqueOrThrow({ where: { id } })).accessVersion)

/** Somebody with a document, one-time codes and a passkey, of which only the password is left. */
async function aLoser() {
  const document = aReading()
  const person = await aPerson({ locale: 'en' })
  await verified(document, { person })
  await withDatabase(async (db) => {
    await db.totp.create({ data: { shard: shardOf(person.id), userId: person.id, secretSealed: Buffer.from('x'), confirmedAt: new Date() } })
    await db.passkey.create({
      data: {
        shard: shardOf(person.id),
        credentialId: randomBase62(20),
        userId: person.id,
        publicKey: Buffer.from('x'),
        counter: 0n,
        transports: [],
      },
    })
  })
  return { person, document, pending: await pendingOf(person) }
}

const pendingOf = async (person: TestPerson) => beginSecondFactor('person', { id: person.id, accessVersion: await versionOf(person) })

/** Takes all pictures in the browser that began, and says what they came to. */
async function show(pending: string, outcome: Outcome) {
  const browser = randomBase62(43)
  const token = (await beginRecovery(pending, browser))?.split('/')[2] as string
  const link = await readPhoneLink(token, browser)
  if (link.kind !== 'taken') throw new Error(`the browser has no right to take pictures: ${link.kind}`)
  await chooseDocumentOnPhone(link.sessionId, 'passport')
  for (const kind of picturesFor('passport', 'person')) expect(await addPicture(link.sessionId, kind, PICTURE)).toBe(true)
  await settleReading(link.sessionId, 1, outcome)
  const after = await readPhoneLink(token, browser)
  return { sessionId: link.sessionId, recovery: after.kind === 'over' ? after.recovery : null }
}

const waitOver = ({ id }: TestPerson) =>
  withDatabase((db) =>
    db.documentRecovery.update({ where: { shard_userId: { shard: shardOf(id), userId: id } }, data: { dueAt: new Date(Date.now() - 1000) } }),
  )

const factorsOf = ({ id }: TestPerson) =>
  withDatabase(async (db) => (await db.totp.count({ where: { userId: id } })) + (await db.passkey.count({ where: { userId: id } })))

const actions = async (person: TestPerson) => (await listActivity(person.id, undefined)).events.map(({ action }) => action)

async function mailOf({ id }: TestPerson, kind: string) {
  const row = await withDatabase((db) => db.outgoingMail.findFirst({ where: { userId: id, kind } }))
  return row && openMail(row)
}

const mailsOf = ({ id }: TestPerson, kind: string) => withDatabase((db) => db.outgoingMail.count({ where: { userId: id, kind } }))

const vetoOf = async (person: TestPerson) => /\/veto\/(sgm_\w+)/.exec((await mailOf(person, 'recovery_begun'))?.text ?? '')?.[1] ?? ''

describe('the very document of the account, with the face', () => {
  it('changes nothing at first, writes to the owner, and gives the account back after 72 hours, of which the owner is told', async () => {
    const { person, document, pending } = await aLoser()
    const { recovery, sessionId } = await show(pending, withFace(document))
    expect(recovery).toMatchObject({ status: 'verified' })
    const waiting = await readWaiting(pending)
    const hours = (Number(waiting?.due_at) - Date.now()) / 3600_000
    expect([waiting?.is_due, Math.round(hours)]).toEqual([false, 72])
    expect(await finishRecovery(pending)).toEqual({ kind: 'expired' })
    expect(await factorsOf(person)).toBe(2)
    expect(await mailOf(person, 'recovery_begun')).toMatchObject({ to: person.email })
    const session = await withDatabase((db) => db.verificationSession.findFirstOrThrow({ where: { id: sessionId } }))
    expect([session.readingSealed, session.materialStatus]).toEqual([null, 'deleted'])

    await tellDueRecoveries(FOREVER)
    expect(await mailOf(person, 'recovery_ready')).toBeNull()
    await waitOver(person)
    for (let turn = 0; turn < 2; turn++) await tellDueRecoveries(FOREVER)
    expect(await mailsOf(person, 'recovery_ready')).toBe(1)
    expect((await mailOf(person, 'recovery_ready'))?.text).toContain(`${env().BASE_URL}/login`)
    const open = await beginSession('person', person.id)
    const outcome = await finishRecovery(pending)
    expect(outcome.kind).toBe('ok')
    expect(await factorsOf(person)).toBe(0)
    expect(open && (await withDatabase((db) => db.userSession.count({ where: { userId: person.id } })))).toBe(0)
    expect((await logIn(person.email, person.password, aStranger())).kind).toBe('wrong')
    const password = randomBase62(20)
    expect(await recover(outcome.kind === 'ok' ? outcome.recoveryToken : '', password, aStranger())).toMatchObject({ kind: 'ok' })
    expect((await logIn(person.email, password, aStranger())).kind).toBe('ok')
    expect(await mailOf(person, 'recovery_done')).toMatchObject({ to: person.email })
    expect(await actions(person)).toEqual(expect.arrayContaining(['account.recovery_begun', 'account.recovered_by_document']))
  })

  it('is stopped by the link in the mail: what was known is worth nothing, what was lost is still there', async () => {
    const { person, document, pending } = await aLoser()
    await show(pending, withFace(document))
    const veto = await vetoOf(person)
    expect(await isVeto(veto)).toBe(true)
    expect((await vetoRecovery(veto)).kind).toBe('ok')
    expect([await isVeto(veto), await readWaiting(await pendingOf(person)), await factorsOf(person)]).toEqual([false, null, 2])
    expect((await logIn(person.email, person.password, aStranger())).kind).toBe('wrong')
    expect(await vetoRecovery(veto)).toEqual({ kind: 'expired' })
    expect(await finishRecovery(pending)).toEqual({ kind: 'expired' })
  })

  it('is ended by a log-in with all that it takes', async () => {
    const { person, document, pending } = await aLoser()
    await show(pending, withFace(document))
    await recordPersonLogIn({ id: person.id, accessVersion: await versionOf(person), browserSecret: randomBase62(43), browser: null, isFirst: false })
    expect(await readWaiting(pending)).toBeNull()
    expect(await actions(person)).toContain('account.recovery_called_off')
  })

  it('shown twice waits once, from the first time on', async () => {
    const { person, document, pending } = await aLoser()
    await show(pending, withFace(document))
    const first = await readWaiting(pending)
    await show(pending, withFace(document))
    expect(await readWaiting(pending)).toEqual(first)
    expect(await withDatabase((db) => db.outgoingMail.count({ where: { userId: person.id, kind: 'recovery_begun' } }))).toBe(1)
  })
})

it.each([
  ['another document', () => withFace(aReading())],
  ['the document without the face', null],
])('%s gives nothing back, and its pictures are gone', async (_, other) => {
  const { person, document, pending } = await aLoser()
  const { recovery, sessionId } = await show(pending, other ? other() : document)
  expect(recovery).toMatchObject({ status: 'failed', failure: 'account_mismatch' })
  expect([await readWaiting(pending), await mailOf(person, 'recovery_begun')]).toEqual([null, null])
  expect(await withDatabase((db) => db.verificationImage.count({ where: { sessionId } }))).toBe(0)
})

it('the document of somebody else gives nothing back, and theirs is not touched', async () => {
  const [one, other] = [await aLoser(), await aLoser()]
  await show(one.pending, withFace(other.document))
  expect([await readWaiting(one.pending), await readWaiting(other.pending)]).toEqual([null, null])
})

it('without the right password nothing begins, and not often with it', async () => {
  const { pending } = await aLoser()
  expect(await beginRecovery(undefined, randomBase62(43))).toBeNull()
  expect(await beginRecovery(randomBase62(43), randomBase62(43))).toBeNull()
  for (let tries = 0; tries < 5; tries++) expect(await beginRecovery(pending, randomBase62(43))).not.toBeNull()
  expect(await beginRecovery(pending, randomBase62(43))).toBeNull()
})
