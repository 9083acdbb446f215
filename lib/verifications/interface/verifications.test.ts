import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { requireAccount } from '#lib/users/account/open-account'
import { readOwnVerifications } from '#lib/verifications/page/read-own-verifications'
import { aReading, aVerification, type Begun, begun, NAMES, PICTURE, submit, submitted, tokenOf } from '../../../e2e/fixtures/verifications'
import { consentWithoutPages } from '../../../e2e/fixtures/visitor'
import { aCompany, anApp, aPerson, type TestCompany } from '../../../e2e/fixtures/world'
import { beginVerification, declineVerification } from '../page/begin-verification'
import { confirmReading, rejectReading } from '../page/confirm-reading'
import { reuseClaims } from '../page/reuse-claims'
import { addPicture, chooseDocument, tryAgain } from '../page/take-pictures'
import { visitVerification } from '../page/visit-verification'
import { findImageKinds } from '../store/images'
import { findHistory } from '../store/outcomes'
import { findVerification } from '../store/verifications'
import { FREE_SUBMISSIONS } from '../worker/attempts'
import { purgeVerifications } from '../worker/purge.job'
import { settleReading } from '../worker/settle-reading'
import { cancelVerification } from './cancel-verification'
import { getVerification, listVerifications } from './read-verifications'
import { retryVerification } from './retry-verification'

afterAll(closeDatabase)

const FOREVER = new AbortController().signal
const ask = <Row extends object>(text: string, values: unknown[] = []) => sql.query(statement<Row>(`test_${randomBase62(8)}`, text), values)
const openAccountOf = ({ person }: Begun) => withDatabase((db) => requireAccount(db, person.id))
const statusOf = async ({ company, id }: { company: TestCompany; id: string }) => (await getVerification(company.actor, id)).status

describe('a session', () => {
  it('binds to the first account that begins it, and to no other afterwards', async () => {
    const world = await begun()
    const other = await aPerson()
    await beginVerification({ ...world.visitor, userId: other.id })
    expect(await visitVerification(world.visitor.token, other.id)).toMatchObject({ isStranger: true, reading: null, nextPicture: null })
    expect(await chooseDocument({ ...world.visitor, userId: other.id }, 'passport')).toBe(false)
    expect(await statusOf(world)).toBe('in_progress')
  })

  it('meant for one user fails with account_mismatch when another goes on', async () => {
    const company = await aCompany()
    const app = await anApp(company)
    const meant = await aPerson()
    await consentWithoutPages(meant, app, ['openid'])
    const subject = await ensureSubject(meant.id, app.id)
    const session = await aVerification(company, { app, sub: subject.sub })
    expect(session.sub).toBe(subject.sub)
    await beginVerification({ token: tokenOf(session), userId: (await aPerson()).id })
    expect(await getVerification(company.actor, session.id)).toMatchObject({
      status: 'failed',
      failure: { code: 'account_mismatch', retryable: false },
    })
  })

  it('names nobody: sub is null until the user has a consent at the app', async () => {
    const company = await aCompany()
    const app = await anApp(company)
    const session = await aVerification(company, { app })
    const person = await aPerson()
    await beginVerification({ token: tokenOf(session), userId: person.id })
    expect((await getVerification(company.actor, session.id)).sub).toBeNull()
    await consentWithoutPages(person, app, ['openid'])
    expect((await getVerification(company.actor, session.id)).sub).toMatch(/^[0-9A-Za-z]{22}$/)
    await ask('DELETE FROM grants WHERE user_id = $1', [person.id])
    expect((await getVerification(company.actor, session.id)).sub).toBeNull()
  })

  it('whose time is over is shown as expired, by reading it, in lists and by the sweeper', async () => {
    const company = await aCompany()
    const [read, listed, swept] = [await aVerification(company), await aVerification(company), await aVerification(company)]
    await ask('UPDATE verification_sessions SET expires_at = clock_timestamp() WHERE id = ANY($1)', [[read.id]])
    expect((await getVerification(company.actor, read.id)).status).toBe('expired')
    await ask('UPDATE verification_sessions SET expires_at = clock_timestamp() WHERE id = ANY($1)', [[listed.id]])
    const { data } = await listVerifications(company.actor, { limit: 10, status: 'expired' })
    expect(data.map(({ id }) => id)).toContain(listed.id)
    await ask('UPDATE verification_sessions SET expires_at = clock_timestamp() WHERE id = ANY($1)', [[swept.id]])
    await purgeVerifications(FOREVER)
    expect(await ask('SELECT status::text FROM verification_sessions WHERE id = $1', [swept.id])).toEqual([{ status: 'expired' }])
  })

  it('is listed by status and reference, page by page', async () => {
    const company = await aCompany()
    for (const reference of ['a', 'a', 'b']) await aVerification(company, { reference })
    expect((await listVerifications(company.actor, { limit: 10, reference: 'a' })).data).toHaveLength(2)
    const first = await listVerifications(company.actor, { limit: 2 })
    const second = await listVerifications(company.actor, { limit: 2, cursor: first.next_cursor ?? '' })
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(3)
    expect(second.next_cursor).toBeNull()
  })

  it('of an app that was switched off can be neither visited nor begun', async () => {
    const company = await aCompany()
    const app = await anApp(company)
    const session = await aVerification(company, { app })
    await ask(`UPDATE apps SET status = 'inactive' WHERE id = $1`, [app.id])
    expect(await visitVerification(tokenOf(session), null)).toMatchObject({ isServed: false })
    await beginVerification({ token: tokenOf(session), userId: (await aPerson()).id })
    expect((await getVerification(company.actor, session.id)).status).toBe('created')
    await expect(aVerification(company, { app })).rejects.toMatchObject({ code: 'invalid_client' })
  })
})

describe('a retry', () => {
  it('of an unfinished session gives a new link, ends the old one and uses no attempt', async () => {
    const world = await begun()
    const retried = await retryVerification(world.company.actor, world.id)
    expect(retried).toMatchObject({ status: 'in_progress', attempts: { used: 0, max: 3 } })
    expect(await visitVerification(world.visitor.token, world.person.id)).toBeNull()
    expect(await visitVerification(tokenOf(retried), world.person.id)).toMatchObject({ isOwner: true })
  })

  it('opens a session again that asks for one or expired, for the same person', async () => {
    const world = await submitted()
    await settleReading(world.id, 1, { ok: false, failure: 'face_mismatch' })
    expect(await getVerification(world.company.actor, world.id)).toMatchObject({
      status: 'retry_required',
      failure: { code: 'face_mismatch', retryable: true },
    })
    const retried = await retryVerification(world.company.actor, world.id)
    expect(retried).toMatchObject({ status: 'created', failure: null, attempts: { used: 1, max: 3 } })
    await beginVerification({ token: tokenOf(retried), userId: (await aPerson()).id })
    expect(await statusOf(world)).toBe('created')
    await ask('UPDATE verification_sessions SET expires_at = clock_timestamp() WHERE id = $1', [world.id])
    expect(await retryVerification(world.company.actor, world.id)).toMatchObject({ status: 'created' })
  })

  it('of a session that is being read is refused', async () => {
    const world = await submitted()
    await expect(retryVerification(world.company.actor, world.id)).rejects.toMatchObject({ code: 'invalid_state' })
    await settleReading(world.id, 1, aReading())
    await expect(retryVerification(world.company.actor, world.id)).rejects.toMatchObject({ code: 'invalid_state' })
  })
})

describe('an attempt', () => {
  it('counts when it is submitted, and the last one that fails ends the session', async () => {
    const world = await submitted({ max_attempts: 2 })
    await settleReading(world.id, 1, { ok: false, failure: 'mrz_check_failed' })
    await tryAgain(world.visitor)
    await submit(world)
    await settleReading(world.id, 2, { ok: false, failure: 'mrz_check_failed' })
    expect(await getVerification(world.company.actor, world.id)).toMatchObject({
      status: 'failed',
      failure: { code: 'attempt_limit_exceeded', retryable: false },
      attempts: { used: 2, max: 2 },
    })
  })

  it('is given back when it ended in a guess about a picture, ten times and no more', async () => {
    const world = await submitted({ max_attempts: 1 })
    const used = async () => (await getVerification(world.company.actor, world.id)).attempts.used
    expect(await used()).toBe(1)
    for (let attempt = 1; attempt <= FREE_SUBMISSIONS; attempt++) {
      await settleReading(world.id, attempt, { ok: false, failure: 'glare' })
      expect(await used()).toBe(0)
      await tryAgain(world.visitor)
      await submit(world)
    }
    await settleReading(world.id, FREE_SUBMISSIONS + 1, { ok: false, failure: 'glare' })
    expect(await getVerification(world.company.actor, world.id)).toMatchObject({ status: 'failed', failure: { code: 'attempt_limit_exceeded' } })
  })

  it('whose result comes after a cancel changes nothing', async () => {
    const world = await submitted()
    await cancelVerification(world.company.actor, world.id)
    await settleReading(world.id, 1, aReading())
    expect(await statusOf(world)).toBe('canceled')
    expect(await cancelVerification(world.company.actor, world.id)).toMatchObject({ status: 'canceled' })
  })

  it('whose result comes after the next attempt began changes nothing', async () => {
    const world = await submitted()
    await settleReading(world.id, 1, { ok: false, failure: 'glare' })
    await tryAgain(world.visitor)
    await submit(world)
    await settleReading(world.id, 1, aReading())
    expect(await statusOf(world)).toBe('processing')
    expect((await visitVerification(world.visitor.token, world.person.id))?.status).toBe('processing')
  })

  it('is processing for the company until the person confirms it', async () => {
    const world = await submitted()
    await settleReading(world.id, 1, aReading())
    expect(await getVerification(world.company.actor, world.id)).toMatchObject({ status: 'processing', result: null })
    expect((await listVerifications(world.company.actor, { limit: 5, status: 'processing' })).data).toHaveLength(1)
    expect((await readOwnVerifications(world.person.id)).claims).toEqual([])
    await confirmReading(world.visitor, NAMES)
    expect(await getVerification(world.company.actor, world.id)).toMatchObject({ status: 'verified', result: { outcome: 'verified' } })
    expect((await readOwnVerifications(world.person.id)).claims.map(({ name }) => name)).toEqual(['birthdate', 'family_name', 'given_name'])
  })
})

describe('confirming', () => {
  it('keeps a spelling that is written in the zone the same way, and refuses any other name', async () => {
    const world = await submitted()
    await settleReading(world.id, 1, aReading())
    expect(await confirmReading(world.visitor, { ...NAMES, family_name: 'Nowak' })).toEqual({ kind: 'wrong', name: 'family_name' })
    expect(await confirmReading(world.visitor, { ...NAMES, given_name: 'Anna' })).toEqual({ kind: 'wrong', name: 'given_name' })
    expect(await confirmReading(world.visitor, { ...NAMES, given_name: '' })).toEqual({ kind: 'wrong', name: 'given_name' })
    expect(await statusOf(world)).toBe('processing')
    expect(await confirmReading(world.visitor, NAMES)).toEqual({ kind: 'done' })
    expect(await statusOf(world)).toBe('verified')
  })

  it('lets the person choose where page and zone have a name in two ways, and takes neither unasked', async () => {
    const world = await submitted()
    await settleReading(world.id, 1, aReading({ surname: 'SILNA' }, {}, { surname: 'SILVA', givenNames: 'ANNA MARIA' }))
    expect(await confirmReading(world.visitor, { ...NAMES, family_name: '' })).toEqual({ kind: 'unchosen', name: 'family_name' })
    expect(await confirmReading(world.visitor, { ...NAMES, family_name: '', sources: { family_name: 'page' } })).toEqual({ kind: 'done' })
    expect((await openAccountOf(world)).verified).toMatchObject({ given_name: 'Anna Maria', family_name: 'Silva' })
  })

  it('keeps every claim at the level that was reached', async () => {
    const world = await submitted()
    await settleReading(world.id, 1, { ...aReading(), assurance: 'zone' })
    await confirmReading(world.visitor, NAMES)
    expect((await readOwnVerifications(world.person.id)).claims.map(({ assurance }) => assurance)).toEqual(['zone', 'zone', 'zone'])
  })

  it('with less behind it takes nothing from an account that showed more, and adds what the same document says besides', async () => {
    const passport = aReading({ surname: 'ZELENSKA' }, { face_match: 'pass' })
    const world = await submitted({ min_assurance: 'person' })
    await settleReading(world.id, 1, passport)
    await confirmReading(world.visitor, NAMES)
    for (const weaker of [aReading({ birthDate: '1999-09-09' }), { ...passport, assurance: 'page' as const }]) {
      const later = await submitted({ person: world.person, fields: ['nationality'] })
      await settleReading(later.id, 1, weaker)
      await confirmReading(later.visitor, NAMES)
      expect(await statusOf(later)).toBe('verified')
    }
    const { claims } = await readOwnVerifications(world.person.id)
    expect(claims.map(({ name, assurance }) => `${name}@${assurance}`)).toEqual([
      'birthdate@person',
      'family_name@person',
      'given_name@person',
      'nationality@page',
    ])
    expect((await openAccountOf(world)).verified.birthdate).toBe('1990-04-05')
  })

  it('keeps number, nationality and expiry only when they were asked for', async () => {
    const world = await submitted({ fields: ['nationality', 'document_expiry'] })
    await settleReading(world.id, 1, aReading())
    await confirmReading(world.visitor, NAMES)
    const names = (await readOwnVerifications(world.person.id)).claims.map(({ name }) => name)
    expect(names).toEqual(['birthdate', 'document_expiry', 'family_name', 'given_name', 'nationality'])
  })

  it('is for the person of the session only; they may also say that it was read wrongly, or stop', async () => {
    const world = await submitted()
    await settleReading(world.id, 1, aReading())
    expect(await confirmReading({ ...world.visitor, userId: (await aPerson()).id }, NAMES)).toEqual({ kind: 'stale' })
    await rejectReading(world.visitor)
    expect(await getVerification(world.company.actor, world.id)).toMatchObject({ status: 'retry_required', failure: { code: 'document_unreadable' } })
    await declineVerification(world.visitor.token, world.person.id)
    expect(await getVerification(world.company.actor, world.id)).toMatchObject({ status: 'failed', failure: { code: 'consent_declined' } })
  })
})

describe('claims verified earlier', () => {
  it('verify another company’s session only with the person’s word, and tell nothing before', async () => {
    const world = await submitted()
    await settleReading(world.id, 1, aReading())
    await confirmReading(world.visitor, NAMES)
    const company = await aCompany()
    const session = await aVerification(company, { fields: ['given_name', 'age_over_18'] })
    const visitor = { token: tokenOf(session), userId: world.person.id }
    await beginVerification(visitor)
    const fresh = await begun()
    const withoutIds = async (of: TestCompany, id: string) => {
      const { id: _, client_id, created_at, expires_at, url_expires_at, ...rest } = await getVerification(of.actor, id)
      return rest
    }
    expect(await withoutIds(company, session.id)).toEqual(await withoutIds(fresh.company, fresh.id))
    await reuseClaims(visitor)
    expect(await getVerification(company.actor, session.id)).toMatchObject({ status: 'verified', material: { status: 'none', deleted_at: null } })
  })

  it('do not stand for what was not verified then, or not as well', async () => {
    const world = await submitted()
    await settleReading(world.id, 1, aReading())
    await confirmReading(world.visitor, NAMES)
    for (const asked of [{ fields: ['face_match'] }, { fields: ['document_number'] }, { fields: ['given_name'], min_assurance: 'person' }]) {
      const company = await aCompany()
      const session = await aVerification(company, asked)
      const visitor = { token: tokenOf(session), userId: world.person.id }
      await beginVerification(visitor)
      await reuseClaims(visitor)
      expect((await getVerification(company.actor, session.id)).status).toBe('in_progress')
    }
  })
})

describe('material', () => {
  const ENDINGS: [string, (world: Begun) => Promise<unknown>][] = [
    ['a reading', ({ id }) => settleReading(id, 1, aReading())],
    ['a soft failure', ({ id }) => settleReading(id, 1, { ok: false, failure: 'glare' })],
    ['a cancel', ({ company, id }) => cancelVerification(company.actor, id)],
    ['24 hours without a decision', ({ id }) => ageMaterial(id).then(() => purgeVerifications(FOREVER))],
  ]

  const ageMaterial = (id: string) =>
    ask(`UPDATE verification_sessions SET material_since = material_since - interval '24 hours' WHERE id = $1`, [id])

  it.each(ENDINGS)('is encrypted, and destroyed with its key by %s; the audit log says so', async (_, end) => {
    const world = await submitted()
    expect(await getVerification(world.company.actor, world.id)).toMatchObject({ material: { status: 'held', deleted_at: null } })
    const [held] = await ask<{ image: Buffer }>('SELECT image_sealed AS image FROM verification_images WHERE session_id = $1', [world.id])
    expect(held?.image.includes(PICTURE)).toBe(false)
    await end(world)
    expect(await ask('SELECT 1 AS one FROM verification_images WHERE session_id = $1', [world.id])).toEqual([])
    expect(await ask('SELECT 1 AS one FROM verification_keys WHERE session_id = $1', [world.id])).toEqual([])
    expect(await getVerification(world.company.actor, world.id)).toMatchObject({ material: { status: 'deleted', deleted_at: expect.any(String) } })
    const history = await withDatabase((db) => findHistory(db, world.company.actor.companyId, world.id))
    expect(history.map(({ action }) => action)).toContain('verification.material_deleted')
  })

  it('of an unfinished session goes after 24 hours, too', async () => {
    const world = await begun({ fields: ['face_match'] })
    await chooseDocument(world.visitor, 'passport')
    await addPicture(world.id, 'document', PICTURE)
    await ageMaterial(world.id)
    await purgeVerifications(FOREVER)
    expect(await withDatabase((db) => findImageKinds(db, world.id))).toEqual([])
    expect(await statusOf(world)).toBe('in_progress')
  })

  it('that was read and never confirmed is forgotten after 24 hours', async () => {
    const world = await submitted()
    await settleReading(world.id, 1, aReading())
    await ageMaterial(world.id)
    await purgeVerifications(FOREVER)
    expect(await withDatabase((db) => findVerification(db, { id: world.id }))).toMatchObject({
      readingSealed: null,
      documentFingerprint: null,
      status: 'retry_required',
    })
  })

  it('sessions go after twelve months, what the person verified stays', async () => {
    const world = await submitted()
    await settleReading(world.id, 1, aReading())
    await confirmReading(world.visitor, NAMES)
    await ask(`UPDATE verification_sessions SET created_at = created_at - interval '12 months' WHERE id = $1`, [world.id])
    await purgeVerifications(FOREVER)
    await expect(getVerification(world.company.actor, world.id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await readOwnVerifications(world.person.id)).claims).toHaveLength(3)
  })
})

describe('privacy', () => {
  /** The whole database as text, row by row. */
  async function everything(): Promise<string> {
    const tables = await ask<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`)
    const rows = await Promise.all(tables.map(({ name }) => ask<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`)))
    return rows
      .flat()
      .map(({ row }) => row)
      .join('\n')
  }

  it('nothing that was read, and no byte of a picture, stands in clear in any table', async () => {
    const secret = { surname: `ZQ${randomBase62(10).toUpperCase().replace(/\d/g, 'X')}`, documentNumber: `Q${randomBase62(8).toUpperCase()}` }
    const world = await submitted({ fields: ['given_name', 'document_number'] })
    const before = await everything()
    await settleReading(world.id, 1, aReading(secret))
    const reviewing = await everything()
    await confirmReading(world.visitor, { ...NAMES, family_name: secret.surname })
    for (const all of [before, reviewing, await everything()]) {
      const lower = all.toLowerCase()
      for (const value of [secret.surname, secret.documentNumber, PICTURE.toString('hex'), PICTURE.toString(), '1990-04-05', 'Żeleńska']) {
        expect(lower.includes(value.toLowerCase()), value).toBe(false)
      }
    }
    const hex = (text: string) => Buffer.from(text).toString('hex')
    expect((await everything()).includes(hex(secret.documentNumber))).toBe(false)
  })

  it('the answer about a minor cannot be told from the one about an adult', async () => {
    const shape = async (birthDate: string) => {
      const world = await submitted({ fields: ['age_over_18', 'birthdate'] })
      await settleReading(world.id, 1, aReading({ birthDate }))
      await confirmReading(world.visitor, NAMES)
      const { id, client_id, ...rest } = await getVerification(world.company.actor, world.id)
      return JSON.stringify(rest).replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'time')
    }
    expect(await shape('2015-06-07')).toBe(await shape('1970-06-07'))
  })

  it('work in the queue names a session and nothing else', async () => {
    const world = await submitted()
    const jobs = await ask<{ payload: object }>(`SELECT payload FROM queued_jobs WHERE payload ->> 'session' = $1`, [world.id])
    expect(jobs).toEqual([{ payload: { session: world.id, attempt: 1 } }])
  })
})

it('two submissions at once are one attempt', async () => {
  const world = await begun()
  await chooseDocument(world.visitor, 'passport')
  const taken = await Promise.all(Array.from({ length: 5 }, () => addPicture(world.id, 'document', PICTURE)))
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect((await getVerification(world.company.actor, world.id)).attempts.used).toBe(1)
  await withDatabase((db) => db.queuedJob.deleteMany({ where: { payload: { path: ['session'], equals: world.id } } }))
})
