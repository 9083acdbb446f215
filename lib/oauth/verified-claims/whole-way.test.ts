import { decodeJwt } from 'jose'
import { afterAll, expect, it } from 'vitest'
import { closeDatabase, sql, statement, transaction } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { withdrawEvidence, withdrawScope } from '#lib/grants/end-grants'
import { exportPerson } from '#lib/privacy/export-person'
import { readReceipt } from '#lib/receipts/read-receipts'
import { EVIDENCE } from '#lib/scopes/catalog'
import { PersonVault } from '#lib/users/person'
import type { VerifiedClaims } from '#lib/users/schema'
import { saveClaims } from '#lib/verifications/page/save-claims'
import { challengeOf, newVerifier } from '../../../e2e/fixtures/pkce'
import { personSession } from '../../../e2e/fixtures/sessions'
import { aVerification } from '../../../e2e/fixtures/verifications'
import { aCompany, anApp, aPerson } from '../../../e2e/fixtures/world'
import { startAuthorization } from '../authorize/start-authorization'
import { Parameters } from '../form-parameters'
import { answerConsent } from '../interaction/answer-consent'
import { drawnFor } from '../interaction/interaction-form'
import { readConsentScreen } from '../interaction/read-consent-screen'
import { exchangeCode } from '../token/exchange-code'
import { rotateRefreshToken } from '../token/rotate-refresh-token'
import { readUserinfo } from '../userinfo/read-userinfo'

afterAll(closeDatabase)

const REDIRECT_URI = 'https://a.example/cb'
const ask = (text: string, values: unknown[]) => sql.query(statement<object>(`test_${randomBase62(8)}`, text), values)
const CLAIMS = {
  userinfo: {
    verified_claims: {
      verification: { trust_framework: null, time: null, evidence: [{ type: { value: 'electronic_record' } }] },
      claims: { name: null, given_name: null, age_over_18: null, locale: null, email: null },
    },
  },
}

/** Somebody whose wallet told names and an age by European rules, in front of an app of their own. */
async function shownByWallet() {
  const person = await aPerson({ locale: 'en' }, { given_name: 'Erika', family_name: 'Muster', age_over_18: 'true' }, { assurance: 'wallet' })
  const row = await ask('SELECT id, data_key_sealed, master_key_id FROM users WHERE id = $1', [person.id])
  const { data_key_sealed: dataKeySealed, master_key_id: masterKeyId } = row[0] as { data_key_sealed: Buffer; master_key_id: string }
  const vault = PersonVault.of({ id: person.id, dataKeySealed, masterKeyId })
  for (const name of ['given_name', 'family_name']) {
    const issuer = vault.sealIssuer(name, { name: 'Bundesdruckerei', framework: 'eidas' })
    await ask('UPDATE verified_claims SET issuer_sealed = $3 WHERE user_id = $1 AND name = $2', [person.id, name, issuer])
  }
  const app = await anApp(await aCompany(), { redirectUris: [REDIRECT_URI] })
  const { hash } = await personSession(person.id)
  return { person, app, hash, vault }
}

type Visit = Awaited<ReturnType<typeof shownByWallet>>

async function authorize({ app, hash }: Visit, scope: string, claims: object = CLAIMS, prompt?: string) {
  const verifier = newVerifier()
  const all = {
    client_id: app.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope,
    claims: JSON.stringify(claims),
    ...(prompt && { prompt }),
  }
  const pkce = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }
  return { step: await startAuthorization(new Parameters(new URLSearchParams({ ...all, ...pkce })), hash), verifier }
}

async function consent(visit: Visit, scope: string, unticked: string[] = [], claims: object = CLAIMS, prompt?: string) {
  const { step, verifier } = await authorize(visit, scope, claims, prompt)
  if (step.kind !== 'interact' || step.screen !== 'consent') throw new Error(`no consent: ${JSON.stringify(step)}`)
  const outcome = await readConsentScreen(step.interactionId, visit.hash)
  if (outcome.kind !== 'show') throw new Error(outcome.kind)
  const answered = await answerConsent(step.interactionId, visit.hash, {
    decision: 'allow',
    ticked: [...scope.split(' '), EVIDENCE].filter((name) => !unticked.includes(name)),
    lasts: 'until_withdrawn',
    names: { given_name: '', family_name: '' },
    mark: drawnFor('consent', step.interactionId, visit.hash),
  })
  if (answered.kind !== 'answer') throw new Error(answered.kind)
  const tokens = await exchangeCode(clientOf(visit), answered.answer.parameters.code ?? '', { redirectUri: REDIRECT_URI, codeVerifier: verifier })
  return { screen: outcome.screen, tokens, userinfo: () => readUserinfo(tokens.access_token) }
}

const clientOf = ({ app }: Visit) =>
  ({ clientId: app.client_id, clientSecret: app.client_secret ?? undefined, method: 'client_secret_basic' }) as const

const DAY = /^\d{4}-\d\d-\d\dT00:00:00Z$/
const verification = (trust_framework: string) => ({ trust_framework, time: expect.stringMatching(DAY), evidence: [{ type: 'electronic_record' }] })

it('the consent says what is told of how claims were verified; userinfo tells it, and the ID token does not', async () => {
  const visit = await shownByWallet()
  const { screen, tokens, userinfo } = await consent(visit, 'openid profile age_over_18')
  expect(screen.evidence).toMatchObject({ asksType: true, asksTime: true, isTicked: true, isNew: true })
  expect(screen.evidence?.told).toEqual(expect.arrayContaining([verification('eidas'), verification('signet')]))
  const told = await userinfo()
  expect(told.verified_claims).toEqual(
    expect.arrayContaining([
      { verification: verification('eidas'), claims: { name: 'Erika Muster', given_name: 'Erika' } },
      { verification: verification('signet'), claims: { age_over_18: true } },
    ]),
  )
  expect(told.verified_claims).toHaveLength(2)
  expect(decodeJwt(tokens.id_token)).not.toHaveProperty('verified_claims')
})

it('a scope that is unticked takes its claims out of it, and one that is taken back later does at once', async () => {
  const visit = await shownByWallet()
  const { userinfo } = await consent(visit, 'openid profile age_over_18', ['profile'])
  expect((await userinfo()).verified_claims).toEqual({ verification: verification('signet'), claims: { age_over_18: true } })
  await withdrawScope(visit.person.id, visit.app.id, 'age_over_18')
  expect(await userinfo()).toEqual({ sub: expect.any(String) })
})

it('a no to how it was verified leaves the claims and takes the rest; it is remembered, is in the receipt, and is not asked again', async () => {
  const visit = await shownByWallet()
  const { userinfo } = await consent(visit, 'openid age_over_18', [EVIDENCE])
  expect(await userinfo()).toEqual({ sub: expect.any(String), age_over_18: true })
  expect((await authorize(visit, 'openid age_over_18')).step.kind).toBe('answer')
  const [row] = (await ask('SELECT id FROM consent_receipts WHERE user_id = $1', [visit.person.id])) as { id: string }[]
  expect(await readReceipt(visit.person.id, row?.id ?? '')).toMatchObject({ evidence: 'declined' })
})

it('who consented before without it is asked once more, silently never, and can take it back without anything else', async () => {
  const visit = await shownByWallet()
  const plain = await consent(visit, 'openid age_over_18', [], {})
  expect(plain.screen.evidence).toBeNull()
  await expect(authorize(visit, 'openid age_over_18', CLAIMS, 'none')).rejects.toMatchObject({ reason: 'consent_needed' })
  const { screen, userinfo } = await consent(visit, 'openid age_over_18')
  expect(screen.items.map(({ isNew }) => isNew)).toEqual([false, false])
  expect(await userinfo()).toHaveProperty('verified_claims')
  expect(await plain.userinfo()).not.toHaveProperty('verified_claims')
  expect(await withdrawEvidence(visit.person.id, visit.app.id)).toBe(true)
  expect(await withdrawEvidence(visit.person.id, visit.app.id)).toBe(false)
  expect(await userinfo()).toEqual({ sub: expect.any(String), age_over_18: true })
})

it('what was asked goes on with refreshed tokens', async () => {
  const visit = await shownByWallet()
  const scope = 'openid age_over_18 offline_access'
  const { tokens } = await consent(visit, scope, [], CLAIMS, 'consent')
  const refreshed = await rotateRefreshToken(clientOf(visit), tokens.refresh_token as string, undefined)
  expect(await readUserinfo(refreshed.access_token)).toHaveProperty('verified_claims')
})

it('asked only for what no scope beside it has, nobody is asked anything', async () => {
  const visit = await shownByWallet()
  expect((await consent(visit, 'openid')).screen.evidence).toBeNull()
})

it('half of a name that another document tells the rest of is no verified name', async () => {
  const visit = await shownByWallet()
  await ask("UPDATE verified_claims SET assurance = 'page', issuer_sealed = NULL WHERE user_id = $1 AND name = 'family_name'", [visit.person.id])
  const claims = {
    userinfo: { verified_claims: { verification: { trust_framework: null }, claims: { name: null, given_name: null, family_name: null } } },
  }
  const { userinfo } = await consent(visit, 'openid profile', [], claims)
  const told = await userinfo()
  expect(told.name).toBe('Erika Muster')
  expect(told.verified_claims).toEqual(
    expect.arrayContaining([
      { verification: { trust_framework: 'eidas' }, claims: { given_name: 'Erika' } },
      { verification: { trust_framework: 'signet' }, claims: { family_name: 'Muster' } },
    ]),
  )
})

it('two apps are told nothing of the verification by which they know a person again', async () => {
  const one = await shownByWallet()
  const other = { ...one, app: await anApp(await aCompany(), { redirectUris: [REDIRECT_URI] }) }
  const [first, second] = [await (await consent(one, 'openid age_over_18')).userinfo(), await (await consent(other, 'openid age_over_18')).userinfo()]
  expect(JSON.stringify([first, second])).not.toMatch(/Bundesdruckerei|urn:|\.\d{3}Z/)
  expect(Object.keys(first).sort()).toEqual(['age_over_18', 'sub', 'verified_claims'])
})

const ANY = {
  userinfo: {
    verified_claims: {
      verification: { trust_framework: null, time: null, evidence: [{ type: null }] },
      claims: { given_name: null, family_name: null, age_over_18: null },
    },
  },
}

it('no app sees that the person was verified again somewhere else, on another day and by other means', async () => {
  const one = await shownByWallet()
  await ask("UPDATE verified_claims SET verified_at = verified_at - interval '200 days' WHERE user_id = $1", [one.person.id])
  const other = { ...one, app: await anApp(await aCompany(), { redirectUris: [REDIRECT_URI] }) }
  const apps = [await consent(one, 'openid profile age_over_18', [], ANY), await consent(other, 'openid profile age_over_18', [], ANY)]
  const told = async () => Promise.all(apps.map(async ({ userinfo }) => (await userinfo()).verified_claims))
  const before = await told()
  for (const daysAgo of [90, 40]) await shownAgain(one, { given_name: 'Erika', family_name: 'Muster', age_over_18: 'true' }, daysAgo)
  expect(await told()).toEqual(before)
  const kept = (await exportPerson(one.person.id))?.verified_claims.map(({ name, verified_before }) => [name, verified_before.length])
  expect(kept).toEqual([
    ['age_over_18', 2],
    ['family_name', 2],
    ['given_name', 2],
  ])
  await shownAgain(one, { given_name: 'Erika', family_name: 'Neumann', age_over_18: 'true' }, 0)
  const after = await told()
  expect(after.map((sets) => [sets].flat().length)).toEqual([3, 3])
  for (const sets of after) {
    expect(sets).toContainEqual({
      verification: { trust_framework: 'signet', time: expect.any(String), evidence: [{ type: 'electronic_record' }] },
      claims: { family_name: 'Neumann' },
    })
  }
})

/** The person confirmed a wallet's answer so many days ago. */
async function shownAgain({ person, vault }: Visit, claims: VerifiedClaims, daysAgo: number) {
  const { id: sessionId } = await aVerification(await aCompany())
  await transaction(async (tx) => {
    const verifiedAt = new Date(Date.now() - daysAgo * 86_400_000)
    const sealed = Object.entries(claims).map(([name, value]) => ({ name, valueSealed: vault.sealClaim(name, value) }))
    const origin = { userId: person.id, sessionId, documentFingerprint: null, assurance: 'wallet' as const, verifiedAt, expiresAt: null }
    await saveClaims(tx, origin, sealed, { claims })
  })
}
