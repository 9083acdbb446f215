import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement, transaction, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { openMail } from '#lib/mail/outgoing-mail'
import { readUserinfo } from '#lib/oauth/userinfo/read-userinfo'
import { erasePerson } from '#lib/privacy/erase-person'
import { exportPerson } from '#lib/privacy/export-person'
import { listActivity } from '#lib/users/activity/list-activity'
import { aGrant, anExchange } from '../../../e2e/fixtures/grants'
import { aReading, begun, NAMES, read, submit, verified } from '../../../e2e/fixtures/verifications'
import { aPerson, type TestPerson } from '../../../e2e/fixtures/world'
import { getVerification } from '../interface/read-verifications'
import { beginVerification } from '../page/begin-verification'
import { confirmReading } from '../page/confirm-reading'
import { readOwnVerifications } from '../page/read-own-verifications'
import { reuseClaims } from '../page/reuse-claims'
import { startOwn } from '../page/start-own'
import { visitVerification } from '../page/visit-verification'
import { endQuietly } from '../worker/end-quietly.job'
import { purgeVerifications } from '../worker/purge.job'
import { type Outcome, settleReading } from '../worker/settle-reading'
import { decideContest } from './decide-contest'
import { listContests } from './list-contests'
import { startContest } from './start-contest'

afterAll(closeDatabase)

const FOREVER = new AbortController().signal
const ask = <Row extends object>(text: string, values: unknown[] = []) => sql.query(statement<Row>(`test_${randomBase62(8)}`, text), values)

type Good = Extract<Outcome, { ok: true }>
const withFace = (reading: Good): Good => ({ ...reading, assurance: 'person', checks: { ...reading.checks, face_match: 'pass' } })

/** Carries out a verification of one's own up to what was read. */
async function show(path: string, person: TestPerson, outcome: Outcome) {
  const visitor = { token: path.split('/')[2] as string, userId: person.id }
  const { id } = (await visitVerification(visitor.token, person.id)) as { id: string }
  await beginVerification(visitor)
  await submit({ visitor, id, least: 'person' })
  await settleReading(id, 1, outcome)
  return { visitor, id }
}

/** Somebody whose document has another account, and who says so. @returns how the showing ended, as they read it */
async function contest(document: Good, known?: TestPerson) {
  const { visitor, person } = await read(document, known ? { person: known } : {})
  const started = await startContest(visitor)
  if (started.kind !== 'started') return { person, ended: started.kind, visitor }
  const shown = await show(started.path, person, withFace(document))
  return { person, ended: (await visitVerification(shown.visitor.token, person.id))?.failure ?? null, visitor: shown.visitor }
}

const contestAbout = async (person: TestPerson) => (await listContests({ onlyOpen: false })).find(({ holderId }) => holderId === person.id)
const claimsOf = async (person: TestPerson) => (await readOwnVerifications(person.id)).claims
const actions = async (person: TestPerson) => (await listActivity(person.id, undefined)).events.map(({ action }) => action)

async function mailsOf(person: TestPerson) {
  const rows = await withDatabase((db) => db.outgoingMail.findMany({ where: { userId: person.id }, orderBy: { createdAt: 'asc' } }))
  return rows.map((row) => ({ kind: row.kind, text: JSON.stringify(openMail(row)) }))
}

/** An account with a document, a company that was told so, and an app that is given what it says. */
async function aHolder(document: Good = aReading()) {
  const person = await aPerson({ given_name: 'Typed', family_name: 'In', birthdate: '1980-01-01', locale: 'en', zoneinfo: 'Europe/Warsaw' })
  const world = await verified(document, { person })
  const { access_token } = await (await anExchange(await aGrant(person), ['openid', 'profile', 'age_over_18']))()
  return { ...world, document, claims: () => readUserinfo(access_token) }
}

describe('a contest against an account that never showed a face', () => {
  it('suspends what the document says at once: absent at userinfo, not replaced by what was typed in', async () => {
    const holder = await aHolder()
    expect(await holder.claims()).toMatchObject({ given_name: 'Anna Maria', family_name: 'Żeleńska' })
    const { ended } = await contest(holder.document)
    expect(ended).toBe('contest_opened')
    const claims = await holder.claims()
    for (const name of ['given_name', 'family_name', 'name', 'birthdate', 'age_over_18']) expect(claims).not.toHaveProperty(name)
    expect((await claimsOf(holder.person)).every(({ isSuspended }) => isSuspended)).toBe(true)
  })

  it('tells both by mail and in the history, neither of the other, and no company', async () => {
    const holder = await aHolder()
    const before = await getVerification(holder.company.actor, holder.id)
    const { person } = await contest(holder.document)
    expect((await mailsOf(holder.person)).map(({ kind }) => kind)).toEqual(['document_suspended'])
    expect((await mailsOf(person)).map(({ kind }) => kind)).toEqual(['document_contest_opened'])
    expect(await actions(holder.person)).toContain('document.suspended')
    expect(await actions(person)).toContain('document.contest_opened')
    for (const [whose, other] of [[holder.person, person] as const, [person, holder.person] as const]) {
      const all = JSON.stringify([await mailsOf(whose), await exportPerson(whose.id)])
      for (const secret of [other.id, other.email]) expect(all).not.toContain(secret)
    }
    expect(await getVerification(holder.company.actor, holder.id)).toEqual(before)
    const lines = await ask<{ line: string }>(`SELECT detail::text || action AS line FROM audit_events WHERE company_id = $1`, [
      holder.company.actor.companyId,
    ])
    expect(lines.map(({ line }) => line).join()).not.toMatch(/contest|suspend|linked/)
  })

  it('ends at the next showing with a face by that account, without waiting for anybody', async () => {
    const holder = await aHolder()
    await contest(holder.document)
    const { visitor } = await show(await startOwn(holder.person.id), holder.person, withFace(holder.document))
    expect(await confirmReading(visitor, NAMES)).toEqual({ kind: 'done' })
    expect(await holder.claims()).toMatchObject({ given_name: 'Anna Maria', age_over_18: true })
    expect(await contestAbout(holder.person)).toMatchObject({ state: 'even', holderChecks: { face_match: 'pass' }, decidedAt: null })
    expect(await actions(holder.person)).toContain('document.contest_answered')
  })

  it('lets nobody use the document without a face meanwhile, and tells the company no more than not_possible', async () => {
    const holder = await aHolder()
    await contest(holder.document)
    const again = await read(holder.document, { person: holder.person })
    expect((await visitVerification(again.visitor.token, holder.person.id))?.failure).toBe('document_suspended')
    await endQuietly({ session: again.id, attempt: 1 })
    expect(await getVerification(again.company.actor, again.id)).toMatchObject({ status: 'failed', failure: { code: 'not_possible' } })
    const reuse = await begun({ person: holder.person })
    await reuseClaims(reuse.visitor)
    expect((await getVerification(reuse.company.actor, reuse.id)).status).toBe('in_progress')
  })

  it('is over, and everything counts again, when the contesting account goes', async () => {
    const holder = await aHolder()
    const { person } = await contest(holder.document)
    await transaction((tx) => erasePerson(tx, person.id))
    expect(await holder.claims()).toMatchObject({ given_name: 'Anna Maria' })
  })
})

describe('a contest cannot be made a weapon', () => {
  it('it suspends nothing of an account that showed a face', async () => {
    const holder = await aHolder(withFace(aReading()))
    const { ended } = await contest(holder.document)
    expect(ended).toBe('contest_opened')
    expect(await holder.claims()).toMatchObject({ given_name: 'Anna Maria', age_over_18: true })
    expect(await contestAbout(holder.person)).toMatchObject({ state: 'even' })
    expect((await mailsOf(holder.person)).map(({ kind }) => kind)).toEqual(['document_contested'])
  })

  it('there is one at a time about a document, also when two begin at the same moment', async () => {
    const holder = await aHolder()
    const all = await Promise.all([contest(holder.document), contest(holder.document), contest(holder.document)])
    expect(all.map(({ ended }) => ended).sort()).toEqual(['contest_opened', 'contest_waiting', 'contest_waiting'])
    expect((await listContests({ onlyOpen: true })).filter(({ holderId }) => holderId === holder.person.id)).toHaveLength(1)
  })

  it('whoever lost one cannot begin it again, and nobody can suspend what was decided', async () => {
    const holder = await aHolder()
    const { person } = await contest(holder.document)
    await decideContest((await contestAbout(holder.person))?.id as string, 'earlier')
    expect((await contest(holder.document, person)).ended).toBe('contest_decided')
    expect((await contest(holder.document)).ended).toBe('contest_opened')
    expect(await holder.claims()).toMatchObject({ given_name: 'Anna Maria' })
  })

  it('a person begins three in thirty days, not more, also side by side', async () => {
    const person = await aPerson()
    const sessions = []
    for (let made = 0; made < 5; made++) {
      const holder = await aHolder()
      sessions.push(await read(holder.document, { person }))
    }
    const started = await Promise.all(sessions.map(({ visitor }) => startContest(visitor)))
    expect(started.map(({ kind }) => kind).sort()).toEqual(['started', 'started', 'started', 'too_many', 'too_many'])
  })

  it('it is open only to whoever was told that their document has another account', async () => {
    const own = await begun()
    expect(await startContest(own.visitor)).toEqual({ kind: 'stale' })
    const holder = await aHolder()
    const taken = await read(holder.document)
    expect(await startContest({ ...taken.visitor, userId: (await aPerson()).id })).toEqual({ kind: 'stale' })
  })

  it('without a face that is the one in the document there is none', async () => {
    const holder = await aHolder()
    const { visitor, person } = await read(holder.document)
    const started = await startContest(visitor)
    if (started.kind !== 'started') throw new Error('not started')
    await show(started.path, person, { ok: false, failure: 'face_mismatch' })
    expect(await contestAbout(holder.person)).toBeUndefined()
    expect(await holder.claims()).toMatchObject({ given_name: 'Anna Maria' })
  })
})

describe('the decision', () => {
  it('for the earlier account brings everything back', async () => {
    const holder = await aHolder()
    const { person } = await contest(holder.document)
    const before = (await contestAbout(holder.person))?.id as string
    expect(await decideContest(before, 'earlier')).toMatchObject({ kind: 'decided' })
    expect(await holder.claims()).toMatchObject({ given_name: 'Anna Maria', family_name: 'Żeleńska' })
    expect((await mailsOf(holder.person)).at(-1)?.kind).toBe('document_contest_won')
    expect((await mailsOf(person)).at(-1)?.kind).toBe('document_contest_lost')
    expect(await decideContest(before, 'contesting')).toEqual({ kind: 'decided_before', state: 'kept_earlier' })
    expect(await decideContest('con_0000000000000000000000', 'earlier')).toEqual({ kind: 'unknown' })
  })

  it('for the contesting account takes the document and its claims from the other', async () => {
    const holder = await aHolder()
    const { person } = await contest(holder.document)
    await decideContest((await contestAbout(holder.person))?.id as string, 'contesting')
    expect(await claimsOf(holder.person)).toEqual([])
    expect((await mailsOf(holder.person)).at(-1)?.kind).toBe('document_contest_lost')
    expect((await mailsOf(person)).at(-1)?.kind).toBe('document_contest_won')
    const again = await verified(holder.document, { person })
    expect((await getVerification(again.company.actor, again.id)).status).toBe('verified')
    const lost = await read(holder.document, { person: holder.person })
    expect((await visitVerification(lost.visitor.token, holder.person.id))?.failure).toBe('document_already_linked')
    expect(await getVerification(holder.company.actor, holder.id)).toMatchObject({ status: 'verified' })
  })

  it('leaves what came from another document alone', async () => {
    const holder = await aHolder()
    await contest(holder.document)
    const other = await read(aReading({ surname: 'NOWAK' }), { person: holder.person })
    await confirmReading(other.visitor, { ...NAMES, family_name: 'Nowak' })
    expect(await holder.claims()).toMatchObject({ family_name: 'Nowak' })
    await decideContest((await contestAbout(holder.person))?.id as string, 'contesting')
    expect(await holder.claims()).toMatchObject({ family_name: 'Nowak' })
  })

  it('is made once of two that come at the same moment', async () => {
    const holder = await aHolder()
    await contest(holder.document)
    const id = (await contestAbout(holder.person))?.id as string
    const both = await Promise.all([decideContest(id, 'earlier'), decideContest(id, 'contesting')])
    expect(both.map(({ kind }) => kind).sort()).toEqual(['decided', 'decided_before'])
  })
})

describe('what is kept of a contest', () => {
  it('is ids, times and verdicts; it is exported, goes after twelve months, and with either account', async () => {
    const holder = await aHolder()
    const { person } = await contest(holder.document)
    const kept = await contestAbout(holder.person)
    expect(Object.keys(kept ?? {}).sort()).toEqual(
      ['answeredAt', 'contestingChecks', 'contestingId', 'decidedAt', 'fingerprint', 'holderChecks', 'holderId', 'id', 'openedAt', 'state'].sort(),
    )
    expect(JSON.stringify(await exportPerson(holder.person.id))).toContain(kept?.id)
    expect(JSON.stringify(await exportPerson(person.id))).toContain(kept?.id)
    await decideContest(kept?.id as string, 'earlier')
    await ask(`UPDATE document_contests SET decided_at = decided_at - interval '12 months' WHERE id = $1`, [kept?.id])
    await purgeVerifications(FOREVER)
    expect(await contestAbout(holder.person)).toBeUndefined()

    const gone = await aHolder()
    const { person: other } = await contest(gone.document)
    await transaction((tx) => erasePerson(tx, gone.person.id))
    expect(await ask('SELECT 1 AS one FROM document_contests WHERE contesting_id = $1', [other.id])).toEqual([])
  })
})

it('nothing was left waiting in the queue that names more than a session', async () => {
  const jobs = await withDatabase((db) => db.queuedJob.findMany({ where: { kind: 'end-verification' } }))
  for (const { payload } of jobs) expect(Object.keys(payload as object).sort()).toEqual(['attempt', 'session'])
})
