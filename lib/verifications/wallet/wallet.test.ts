import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { registry } from '#lib/core/metrics'
import { randomBase62 } from '#lib/core/random-id'
import { openAccount } from '#lib/users/account/open-account'
import { findActivity } from '#lib/users/activity/store'
import type { CredentialId, WalletField } from '#lib/wallet/catalogue'
import { MISBEHAVIOUR_NAMES, MISBEHAVIOURS } from '#lib/wallet/specimen/misbehaviour'
import { decline } from '#lib/wallet/specimen/present'
import { type Begun, begun } from '../../../e2e/fixtures/verifications'
import { getVerification } from '../interface/read-verifications'
import { visitVerification } from '../page/visit-verification'
import { confirmDigits } from './confirm-digits'
import { confirmDisclosed } from './confirm-disclosed'
import { handOutRequest } from './hand-out-request'
import { digitsForReturn, disownReturn, returnFromWallet } from './return-from-wallet'
import { answerOf, asked, bring, codeIn, holder } from './testing/answering'

vi.hoisted(() => Object.assign(process.env, { EMBEDDED: '1', BASE_URL: 'http://localhost:3000' }))

afterAll(closeDatabase)

const FORMATS = ['specimen_sd_jwt', 'specimen_mdoc'] as const satisfies CredentialId[]
const FIELDS: WalletField[] = ['given_name', 'age_over_18']

const ask = <Row extends object>(text: string, values: unknown[] = []) => sql.query(statement<Row>(`test_${randomUUID()}`, text), values)
const walletOf = async ({ visitor }: Begun) => (await visitVerification(visitor.token, visitor.userId))?.wallet?.question ?? null
const claimsOf = async ({ person }: Begun) => (await withDatabase((db) => openAccount(db, person.id)))?.verified
const history = async ({ person }: Begun) =>
  (await withDatabase((db) => findActivity(db, person.id, 20))).map(({ action, detail }) => [action, detail])
const told = ({ company, id }: Begun) => getVerification(company.actor, id)

/** Answered, and known to be theirs by the browser that it began in. */
async function presented(world: Begun, format: CredentialId, claims = holder()) {
  const question = await asked(world)
  const code = codeIn(await bring(question.id, await answerOf(question, format, undefined, claims)))
  expect(await returnFromWallet(code, question.secret)).toEqual({ kind: 'here', pageToken: world.visitor.token })
}

async function verifiedByWallet(world: Begun, format: CredentialId = 'specimen_sd_jwt', claims = holder()) {
  await presented(world, format, claims)
  await confirmDisclosed(world.visitor)
}

describe.each(FORMATS)('a wallet answers with %s', (format) => {
  it('on another device: six digits go back, then the person confirms, and the company learns a verdict', async () => {
    const world = await begun({ fields: FIELDS })
    const question = await asked(world)
    expect(await walletOf(world)).toMatchObject({ status: 'waiting', isFetched: true })
    const code = codeIn(await bring(question.id, await answerOf(question, format)))
    expect(await returnFromWallet(code, randomBase62(43))).toMatchObject({ kind: 'elsewhere', account: expect.stringMatching(/^.…@/) })
    expect(await walletOf(world)).toMatchObject({ status: 'presented', isJudged: true, triesLeft: 3 })
    const digits = (await digitsForReturn(code)) as string
    expect(digits).toMatch(/^\d{6}$/)
    expect(await confirmDigits(world.visitor, `${digits.slice(0, 3)} ${digits.slice(3)}`)).toEqual({ kind: 'right' })
    expect(await told(world)).toMatchObject({ status: 'processing', result: null, attempts: { used: 1 } })
    const visit = await visitVerification(world.visitor.token, world.person.id)
    expect(visit?.disclosed?.claims).toEqual({ given_name: 'Erika', age_over_18: true })
    await confirmDisclosed(world.visitor)
    expect(await claimsOf(world)).toEqual({ given_name: 'Erika', age_over_18: 'true' })
    expect((await told(world)).result).toEqual({
      outcome: 'verified',
      fields: { given_name: 'verified', age_over_18: 'verified' },
      assurance: 'wallet',
      checks: { issuer: 'pass', holder: 'pass', expiry: 'pass' },
      verified_at: expect.any(String),
    })
    expect(await returnFromWallet(code, undefined)).toEqual({ kind: 'dead' })
  })

  it.each(MISBEHAVIOUR_NAMES)('%s is refused with its reason and uses no attempt, and the company learns nothing', async (wrong) => {
    const world = await begun({ fields: FIELDS })
    const before = await told(world)
    const question = await asked(world)
    const code = MISBEHAVIOURS[wrong][format === 'specimen_sd_jwt' ? 0 : 1]
    expect(await bring(question.id, await answerOf(question, format, wrong))).toEqual({ kind: 'refused', code })
    expect(await walletOf(world)).toMatchObject({ status: 'refused', refusal: code })
    expect(await told(world)).toEqual(before)
    expect(before.attempts.used).toBe(0)
    expect((await history(world))[0]).toEqual(['document.wallet_refused', { code }])
    expect(await ask('SELECT request_sealed, answer_sealed FROM wallet_requests WHERE session_id = $1', [world.id])).toEqual([
      { request_sealed: null, answer_sealed: null },
    ])
    expect(await registry.getSingleMetricAsString('signet_wallet_answers_total')).toContain(`outcome="${code}"`)
    const audit = await ask('SELECT 1 AS one FROM audit_events WHERE target_id = $1 AND action LIKE $2', [world.id, '%wallet%'])
    expect(audit).toEqual([])
    // The next question has everything new.
    await verifiedByWallet(world, format)
    expect((await told(world)).status).toBe('verified')
  })

  it('what was captured of one session is worth nothing in another, nor a second time in its own', async () => {
    const [mine, other] = [await begun({ fields: FIELDS }), await begun({ fields: FIELDS })]
    const [question, foreign] = [await asked(mine), await asked(other)]
    const captured = await answerOf(question, format)
    expect(await bring(foreign.id, captured)).toEqual({ kind: 'refused', code: 'wallet_response_malformed' })
    codeIn(await bring(question.id, captured))
    expect(await bring(question.id, captured)).toEqual({ kind: 'refused', code: 'wallet_request_expired' })
    const again = await asked(mine)
    expect(await bring(again.id, captured)).toEqual({ kind: 'refused', code: 'wallet_response_malformed' })
  })
})

it('of many answers at once one counts', async () => {
  const question = await asked(await begun({ fields: FIELDS }))
  const answer = await answerOf(question, 'specimen_sd_jwt')
  const kinds = await Promise.all(Array.from({ length: 10 }, async () => (await bring(question.id, answer)).kind))
  expect(kinds.filter((kind) => kind === 'taken')).toHaveLength(1)
})

it('three wrong digits end it, and so does whoever says that it was not them', async () => {
  const world = await begun({ fields: FIELDS })
  const question = await asked(world)
  const code = codeIn(await bring(question.id, await answerOf(question, 'specimen_mdoc')))
  const digits = (await digitsForReturn(code)) as string
  const wrong = digits === '000000' ? '000001' : '000000'
  expect(await confirmDigits(world.visitor, wrong)).toEqual({ kind: 'wrong', triesLeft: 2 })
  expect(await confirmDigits(world.visitor, '')).toEqual({ kind: 'wrong', triesLeft: 1 })
  expect(await confirmDigits(world.visitor, wrong)).toEqual({ kind: 'over' })
  expect(await confirmDigits(world.visitor, digits)).toEqual({ kind: 'stale' })
  expect(await walletOf(world)).toMatchObject({ status: 'refused', refusal: 'digits_wrong' })
  expect(await digitsForReturn(code)).toBeNull()

  const next = await asked(world)
  const relayed = codeIn(await bring(next.id, await answerOf(next, 'specimen_mdoc')))
  await disownReturn(relayed)
  expect(await walletOf(world)).toMatchObject({ status: 'refused', refusal: 'not_started_here' })
  expect(await claimsOf(world)).toEqual({})
})

it('a person who says no in the wallet is led back, and nothing is told', async () => {
  const world = await begun({ fields: FIELDS })
  const question = await asked(world)
  const code = codeIn(await bring(question.id, decline(question.requestObject)))
  expect(await returnFromWallet(code, randomBase62(43))).toEqual({ kind: 'over', isGood: false })
  expect(await walletOf(world)).toMatchObject({ status: 'refused', refusal: 'wallet_refused' })
})

it('a question is handed out five times, and not after its ten minutes', async () => {
  const world = await begun({ fields: FIELDS })
  const { id } = await asked(world)
  for (let nth = 2; nth <= 5; nth++) expect(await handOutRequest(id, 'a-nonce')).toEqual(expect.any(String))
  expect(await handOutRequest(id, undefined)).toBeNull()
  const next = await asked(world)
  await ask(`UPDATE wallet_requests SET expires_at = clock_timestamp() WHERE id = $1`, [next.id])
  expect(await handOutRequest(next.id, undefined)).toBeNull()
  expect(await bring(next.id, await answerOf(next, 'specimen_mdoc'))).toEqual({ kind: 'refused', code: 'wallet_request_expired' })
})

it('a new question ends the one before', async () => {
  const world = await begun({ fields: FIELDS })
  const [first, second] = [await asked(world), await asked(world)]
  expect(await bring(first.id, await answerOf(first, 'specimen_mdoc'))).toEqual({ kind: 'refused', code: 'wallet_request_expired' })
  expect((await bring(second.id, await answerOf(second, 'specimen_mdoc'))).kind).toBe('taken')
})

it('nothing of a presentation remains but its claims, under the key of their person', async () => {
  const world = await begun({ fields: ['given_name'] })
  await verifiedByWallet(world, 'specimen_sd_jwt', holder({ given_name: `Canary${randomBase62(12)}` }))
  expect(await ask('SELECT 1 AS one FROM wallet_requests WHERE session_id = $1', [world.id])).toEqual([])
  const [session] = await ask<{ row: string }>('SELECT row_to_json(s)::text AS row FROM verification_sessions s WHERE id = $1', [world.id])
  expect(session?.row).not.toMatch(/urn:signet:specimen|Specimen|Canary/i)
  expect(await ask('SELECT reading_sealed, document_fingerprint FROM verification_sessions WHERE id = $1', [world.id])).toEqual([
    { reading_sealed: null, document_fingerprint: null },
  ])
  const claims = await ask<{ name: string; assurance: string; signed: boolean }>(
    'SELECT name, assurance::text, issuer_sealed IS NOT NULL AS signed FROM verified_claims WHERE user_id = $1',
    [world.person.id],
  )
  expect(claims).toEqual([{ name: 'given_name', assurance: 'wallet', signed: true }])
})

it('that somebody is under age is determined, and not kept', async () => {
  const world = await begun({ fields: ['age_over_18'] })
  await verifiedByWallet(world, 'specimen_mdoc', holder({ age_over_18: false }))
  expect((await told(world)).result?.fields).toEqual({ age_over_18: 'verified' })
  expect(await claimsOf(world)).toEqual({})
})

it('a credential whose number was asked for belongs to one account; the company is told nothing of another', async () => {
  const claims = holder()
  const fields: WalletField[] = ['document_number']
  await verifiedByWallet(await begun({ fields }), 'specimen_mdoc', claims)
  const other = await begun({ fields })
  await presented(other, 'specimen_mdoc', claims)
  const visit = await visitVerification(other.visitor.token, other.person.id)
  expect(visit).toMatchObject({ status: 'reviewing', failure: 'document_already_linked', disclosed: null })
  expect(await told(other)).toMatchObject({ status: 'processing', failure: null })
})

it('an age from a wallet leaves the names of a passport where they are', async () => {
  const world = await begun({ fields: ['given_name', 'family_name', 'birthdate'] })
  await verifiedByWallet(world, 'specimen_sd_jwt')
  const second = await begun({ fields: ['age_over_18'], person: world.person })
  await verifiedByWallet(second, 'specimen_mdoc')
  expect(await claimsOf(second)).toEqual({ given_name: 'Erika', family_name: 'Muster', birthdate: '1990-04-05', age_over_18: 'true' })
  const third = await begun({ fields: ['given_name'], person: world.person })
  await verifiedByWallet(third, 'specimen_mdoc', holder({ given_name: 'Somebody Else' }))
  expect(await claimsOf(third)).toEqual({ given_name: 'Somebody Else' })
})

it('sessions of one person that are confirmed at the same moment all count, one after the other', async () => {
  const first = await begun({ fields: ['given_name'] })
  const worlds = [first]
  for (let nth = 0; nth < 5; nth++) worlds.push(await begun({ fields: ['given_name'], person: first.person }))
  for (const world of worlds) await presented(world, 'specimen_sd_jwt')
  await Promise.all(worlds.map(({ visitor }) => confirmDisclosed(visitor)))
  expect(await Promise.all(worlds.map(async (world) => (await told(world)).status))).toEqual(worlds.map(() => 'verified'))
  expect(await claimsOf(first)).toEqual({ given_name: 'Erika' })
})
