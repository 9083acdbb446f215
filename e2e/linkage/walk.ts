import { randomBase62 } from '#lib/core/random-id'
import { EVIDENCE } from '#lib/scopes/catalog'
import { beginVerification } from '#lib/verifications/page/begin-verification'
import { confirmReading } from '#lib/verifications/page/confirm-reading'
import { reuseClaims } from '#lib/verifications/page/reuse-claims'
import { FIELD_NAMES } from '#lib/verifications/schema'
import { confirmDisclosed } from '#lib/verifications/wallet/confirm-disclosed'
import { returnFromWallet } from '#lib/verifications/wallet/return-from-wallet'
import { answerOf, asked, bring, codeIn } from '#lib/verifications/wallet/testing/answering'
import { challengeOf, newVerifier } from '../fixtures/pkce'
import { aReading, settleAs, tokenOf } from '../fixtures/verifications'
import { authorizationUrl, consentAnswer, logInWithoutPages, type Visitor } from '../fixtures/visitor'
import { flatten, flattenText } from './flatten'
import type { Lots } from './lots'
import type { Observer } from './observer'
import { EVERY_SCOPE, type Person } from './people'
import { timePasses } from './time-passes'

const SCOPE = EVERY_SCOPE.join(' ')

/** All that userinfo tells of how claims were verified. */
const CLAIMS = JSON.stringify({
  userinfo: {
    verified_claims: {
      verification: { trust_framework: null, time: null, evidence: [{ type: null, record: { type: null } }] },
      claims: Object.fromEntries(FIELD_NAMES.map((name) => [name, null])),
    },
  },
})

/** What a browser brings to the app: the address it was sent to, if that is the app's. */
function arrive(app: Observer, { nth }: Person, step: string, location: string | null): URLSearchParams {
  if (!location?.startsWith(app.app.redirect_uri)) return new URLSearchParams()
  app.note(nth, flattenText(step, location))
  return new URL(location).searchParams
}

/** The authorization endpoint in somebody's browser, without a page in between. */
async function visit(app: Observer, person: Person, visitor: Visitor | null, step: string, parameters: Record<string, string>) {
  app.operations.add('GET /oauth2/auth')
  const url = authorizationUrl(app.server, app.app, { state: randomBase62(8), nonce: randomBase62(8), scope: SCOPE, ...parameters })
  const answer = await fetch(url, { redirect: 'manual', headers: visitor ? { cookie: visitor.cookie } : {} })
  return arrive(app, person, step, answer.headers.get('location'))
}

async function exchange(app: Observer, { nth }: Person, note: string, code: string | null, verifier: string) {
  const form = { grant_type: 'authorization_code', code: code ?? '', redirect_uri: app.app.redirect_uri, code_verifier: verifier }
  return (await app.call(nth, 'POST', '/oauth2/token', { form, note })).json as Record<string, string>
}

const bearer = (token = '') => ({ authorization: `Bearer ${token}` })

/** What an app keeps of a person between two visits. */
export type Held = { access: string; refresh: string }

/** First consent, tokens, claims, refreshes, what tokens are good for, and what is refused. */
export async function signIn(app: Observer, person: Person): Promise<Held> {
  const { nth, visitor } = person
  const asked = {
    scope: SCOPE,
    claims: CLAIMS,
    state: randomBase62(8),
    nonce: randomBase62(8),
    acr_values: 'urn:signet:assurance:person urn:signet:assurance:page',
  }
  const { answer, verifier } = await consentAnswer(app.server, app.app, visitor, asked, [...EVERY_SCOPE, EVIDENCE])
  app.operations.add('GET /oauth2/auth')
  app.note(nth, flatten('consent', answer))
  const first = await exchange(app, person, 'consent', answer.code ?? '', verifier)
  const claims = (await app.call(nth, 'GET', '/oauth2/userinfo', { headers: bearer(first.access_token) })).json as Record<string, string>
  app.learn(nth, claims.sub as string, claims.email as string)
  await app.call(nth, 'POST', '/oauth2/userinfo', { headers: bearer(first.access_token) })
  for (const [note, token] of [
    ['access', first.access_token],
    ['refresh', first.refresh_token],
    ['unknown', 'sga_x'],
  ] as const)
    await app.call(nth, 'POST', '/oauth2/introspect', { form: { token: token as string }, note })
  const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token as string }
  await app.call(nth, 'POST', '/oauth2/token', { form: { ...refresh, scope: 'openid wrong' }, note: 'refresh refused' })
  const second = (await app.call(nth, 'POST', '/oauth2/token', { form: refresh, note: 'refresh' })).json as Record<string, string>
  await exchange(app, person, 'refused', 'sgc_x', verifier)
  await app.call(nth, 'GET', '/oauth2/userinfo', { headers: bearer('sga_x'), note: 'refused' })
  return { access: second.access_token as string, refresh: second.refresh_token as string }
}

/** What an app can learn of a person at any time, without their browser. */
export async function lookAt(app: Observer, { nth }: Person, { held, verified }: { held: Held; verified: Verified }): Promise<void> {
  const form = { grant_type: 'refresh_token', refresh_token: held.refresh }
  const tokens = (await app.call(nth, 'POST', '/oauth2/token', { form, note: 'refresh' })).json as Record<string, string>
  if (tokens.refresh_token) Object.assign(held, { access: tokens.access_token, refresh: tokens.refresh_token })
  await app.call(nth, 'GET', '/oauth2/userinfo', { headers: bearer(held.access) })
  await app.call(nth, 'POST', '/oauth2/introspect', { form: { token: held.access } })
  for (const [note, id] of Object.entries(verified)) await app.call(nth, 'GET', '/v1/verifications/:id', { params: { id }, note })
}

/** Later visits: silent ones, pushed ones, refused ones, one of another session that asks for the time of log-in, logout. */
export async function comeBack(app: Observer, person: Person, newer: Visitor): Promise<void> {
  const { nth, visitor } = person
  const verifier = newVerifier()
  const challenge = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }
  const silent = await visit(app, person, visitor, 'silent', { ...challenge, prompt: 'none' })
  const tokens = await exchange(app, person, 'silent', silent.get('code'), verifier)
  await visit(app, person, null, 'logged out', { prompt: 'none' })
  await visit(app, person, visitor, 'refused', { scope: 'email' })
  const { json } = await app.call(nth, 'POST', '/oauth2/par', {
    form: { ...challenge, response_type: 'code', redirect_uri: app.app.redirect_uri, scope: SCOPE, state: randomBase62(8) },
  })
  const pushed = await visit(app, person, visitor, 'pushed', { request_uri: String(json.request_uri) })
  await exchange(app, person, 'pushed', pushed.get('code'), verifier)
  const recent = await visit(app, person, newer, 'max_age', { ...challenge, max_age: '3600' })
  const timed = await exchange(app, person, 'max_age', recent.get('code'), verifier)
  await app.call(nth, 'POST', '/oauth2/revoke', { form: { token: tokens.access_token as string } })
  await app.call(nth, 'GET', '/oauth2/userinfo', { headers: bearer(tokens.access_token), note: 'revoked' })
  // Logging out ends the session everywhere, so this is a browser of its own.
  const last = await logInWithoutPages(person)
  const goodbye = { id_token_hint: timed.id_token as string, post_logout_redirect_uri: app.app.redirect_uri, state: randomBase62(8) }
  app.operations.add('GET /oauth2/logout')
  const answer = await fetch(`${app.server}/oauth2/logout?${new URLSearchParams(goodbye)}`, { redirect: 'manual', headers: { cookie: last.cookie } })
  arrive(app, person, 'logout', answer.headers.get('location'))
}

/** Everybody logs in once more, within as long as times of log-in are blurred. */
export async function newSessions(people: readonly Person[], lots: Lots): Promise<Visitor[]> {
  const visitors: Visitor[] = []
  for (const person of people) {
    visitors[person.nth] = await logInWithoutPages(person)
    await timePasses(person.id, lots, 300)
  }
  return visitors
}

export type Verified = { done: string; open: string }

/** A document is verified for the app: read now, or the one read for another app before. And sessions that end otherwise. */
export async function verify(app: Observer, person: Person): Promise<Verified> {
  const { nth, id: userId } = person
  const create = async (more: object = {}) => {
    const reference = randomBase62(10)
    app.learn(nth, reference)
    const json = {
      client_id: app.app.client_id,
      fields: FIELD_NAMES,
      reference,
      redirect_uri: app.app.redirect_uri,
      max_attempts: 2,
      ...more,
    }
    const session = (await app.call(nth, 'POST', '/v1/verifications', { json })).json as { id: string; url: string }
    app.learn(nth, session.id)
    return session
  }
  const look = (id: string, note: string) => app.call(nth, 'GET', '/v1/verifications/:id', { params: { id }, note })
  const done = await create()
  const visitor = { token: tokenOf(done), userId }
  await beginVerification(visitor)
  await look(done.id, 'begun')
  if (read.has(userId)) await reuseClaims(visitor)
  else await readDocument(done.id, visitor, userId)
  await look(done.id, 'verified')

  const failed = await create()
  await beginVerification({ token: tokenOf(failed), userId })
  await settleAs(failed.id, { ok: false, failure: 'face_mismatch' })
  await look(failed.id, 'failed')
  await app.call(nth, 'POST', '/v1/verifications/:id/retry', { params: { id: failed.id } })
  await app.call(nth, 'POST', '/v1/verifications/:id/cancel', { params: { id: failed.id } })
  await app.call(nth, 'POST', '/v1/verifications/:id/cancel', { params: { id: done.id }, note: 'refused' })
  const byWallet = await create({ fields: ['age_over_18'], min_assurance: 'wallet', credential_types: ['signet.specimen.1'] })
  await discloseAge({ token: tokenOf(byWallet), userId })
  await look(byWallet.id, 'by wallet')
  const open = await create()
  await beginVerification({ token: tokenOf(open), userId })
  return { done: done.id, open: open.id }
}

/** The person discloses their age from a wallet and confirms it. */
async function discloseAge(visitor: { token: string; userId: string }): Promise<void> {
  await beginVerification(visitor)
  const question = await asked({ visitor })
  const code = codeIn(await bring(question.id, await answerOf(question, 'specimen_mdoc')))
  const returned = await returnFromWallet(code, question.secret)
  if (returned.kind !== 'here') throw new Error(`the wallet did not lead back: ${returned.kind}`)
  await confirmDisclosed(visitor)
}

const read = new Set<string>()

/** A passport with everybody's name, and a number of its own. */
export const aPassport = () => aReading({ surname: 'MILLER', givenNames: 'JO' }, { face_match: 'pass' })

/** The person shows a passport of theirs and confirms what was read. */
export async function readDocument(
  sessionId: string,
  visitor: { token: string; userId: string },
  userId: string,
  reading = aPassport(),
): Promise<void> {
  read.add(userId)
  await settleAs(sessionId, reading)
  const outcome = await confirmReading(visitor, { given_name: 'Jo', family_name: 'Miller' })
  if (outcome.kind !== 'done') throw new Error(`the reading was not confirmed: ${outcome.kind}`)
}
