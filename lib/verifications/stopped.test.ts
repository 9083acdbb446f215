import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement, transaction } from '#lib/core/db'
import { shardOfHash } from '#lib/core/shard'
import { erasePerson } from '#lib/privacy/erase-person'
import { listActivity } from '#lib/users/activity/list-activity'
import { aReading, NAMES, read, submit, verified } from '../../e2e/fixtures/verifications'
import { aPerson, type TestPerson } from '../../e2e/fixtures/world'
import { decideContest } from './contest/decide-contest'
import { forgetInVerifications } from './contest/forget-contests'
import { listContests } from './contest/list-contests'
import { startContest } from './contest/start-contest'
import { getVerification } from './interface/read-verifications'
import { beginVerification } from './page/begin-verification'
import { confirmReading } from './page/confirm-reading'
import { readOwnVerifications } from './page/read-own-verifications'
import { visitVerification } from './page/visit-verification'
import { claimDocument } from './store/documents'
import { fingerprintOf } from './worker/fingerprint-of'
import { purgeVerifications } from './worker/purge.job'
import { type Outcome, settleReading } from './worker/settle-reading'

afterAll(closeDatabase)

type Good = Extract<Outcome, { ok: true }>
const withFace = (reading: Good): Good => ({ ...reading, assurance: 'person', checks: { ...reading.checks, face_match: 'pass' } })
const purge = () => purgeVerifications(new AbortController().signal)
const ask = <Row extends object>(name: string, text: string, values: unknown[]) => sql.query(statement<Row>(`test_stopped_${name}`, text), values)

/** Does the work as far as it is written apart, and is stopped before what was written last is. */
const stopped = (work: () => Promise<unknown>) =>
  expect(
    transaction(async () => {
      await work()
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')

const claimsOf = async ({ id }: TestPerson) => (await readOwnVerifications(id)).claims
const actions = async ({ id }: TestPerson) => (await listActivity(id, undefined)).events.map(({ action }) => action)
const statusOf = async ({ company, id }: Pick<Awaited<ReturnType<typeof read>>, 'company' | 'id'>) =>
  (await getVerification(company.actor, id)).status

const linkOf = async ({ reading }: Good) =>
  (
    await ask<{ user_id: string; is_open: boolean }>(
      'link',
      'SELECT user_id, check_at IS NOT NULL AS is_open FROM document_fingerprints WHERE shard = $1 AND fingerprint = $2',
      [shardOfHash(fingerprintOf(reading)), fingerprintOf(reading)],
    )
  )[0]
const hourLater = ({ reading }: Good) =>
  ask('later', `UPDATE document_fingerprints SET check_at = check_at - interval '61 minutes' WHERE shard = $1 AND fingerprint = $2`, [
    shardOfHash(fingerprintOf(reading)),
    fingerprintOf(reading),
  ])

describe('whoever is stopped while a person confirms what was read', () => {
  it('with the document claimed and nothing kept, leaves it free for others after an hour', async () => {
    const document = aReading()
    const person = await aPerson()
    await claimDocument(fingerprintOf(document.reading), person.id)
    await hourLater(document)
    await purge()
    expect(await linkOf(document)).toBeUndefined()
    expect(await statusOf(await verified(document))).toBe('verified')
  })

  it('with the claims kept, has told no company; confirmed once more, all of it is there once', async () => {
    const document = aReading()
    const world = await read(document)
    await stopped(() => confirmReading(world.visitor, NAMES))
    expect(await statusOf(world)).toBe('processing')
    const kept = await claimsOf(world.person)
    expect(kept.length).toBeGreaterThan(0)
    expect(await linkOf(document)).toEqual({ user_id: world.person.id, is_open: true })

    expect(await confirmReading(world.visitor, NAMES)).toEqual({ kind: 'done' })
    expect(await statusOf(world)).toBe('verified')
    expect(await claimsOf(world.person)).toEqual(kept)
    expect((await actions(world.person)).filter((action) => action === 'document.verified')).toHaveLength(1)
    expect(await linkOf(document)).toEqual({ user_id: world.person.id, is_open: false })
  })

  it('with the claims kept and never confirmed again, leaves the document with the account that has them', async () => {
    const document = aReading()
    const world = await read(document)
    await stopped(() => confirmReading(world.visitor, NAMES))
    await hourLater(document)
    await purge()
    expect(await linkOf(document)).toEqual({ user_id: world.person.id, is_open: false })
  })
})

describe('whoever is stopped in a contest', () => {
  /** Somebody shows a document of another account with their face, up to its pictures. */
  async function contested() {
    const document = aReading()
    const holder = await verified(document)
    const { visitor, person } = await read(document)
    const started = await startContest(visitor)
    if (started.kind !== 'started') throw new Error(started.kind)
    const own = { token: started.path.split('/')[2] as string, userId: person.id }
    const { id } = (await visitVerification(own.token, person.id)) as { id: string }
    await beginVerification(own)
    await submit({ visitor: own, id, least: 'person' })
    const show = () => settleReading(id, 1, withFace(document))
    const contests = async () => (await listContests({ onlyOpen: false })).filter(({ contestingId }) => contestingId === person.id)
    const ended = async () => (await visitVerification(own.token, person.id))?.failure
    const isSuspended = async () => (await claimsOf(holder.person)).some((claim) => claim.isSuspended)
    return { holder, person, show, contests, ended, isSuspended }
  }

  it('while it is opened, opens one: the next try goes on with it', async () => {
    const { show, contests, ended, isSuspended } = await contested()
    await stopped(show)
    expect([(await contests()).length, await isSuspended(), await ended()]).toEqual([1, true, null])
    await show()
    expect([(await contests()).length, await isSuspended(), await ended()]).toEqual([1, true, 'contest_opened'])
  })

  it('while it is decided, decides nothing; decided once more, it is', async () => {
    const { holder, show, contests, isSuspended } = await contested()
    await show()
    const id = (await contests())[0]?.id as string
    await stopped(() => decideContest(id, 'earlier'))
    expect((await contests())[0]?.state).toBe('suspended')
    expect(await decideContest(id, 'earlier')).toMatchObject({ kind: 'decided' })
    expect([await isSuspended(), (await claimsOf(holder.person)).length > 0]).toEqual([false, true])
  })
})

it('whoever is stopped before somebody is erased begins anew: their documents are free and verdicts of nobody already', async () => {
  const document = aReading()
  const world = await verified(document)
  await forgetInVerifications(world.person.id)
  expect(await linkOf(document)).toBeUndefined()
  expect(await statusOf(world)).toBe('verified')
  await transaction((tx) => erasePerson(tx, world.person.id))
  expect(await ask('of_nobody', 'SELECT user_id, expected_user_id FROM verification_sessions WHERE id = $1', [world.id])).toEqual([
    { user_id: null, expected_user_id: null },
  ])
})
