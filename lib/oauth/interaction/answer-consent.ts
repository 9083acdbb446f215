import { transaction, withDatabase } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { tellConsent, upsertGrant } from '#lib/grants/store'
import { issueReceipt, prepareReceipt } from '#lib/receipts/issue-receipt'
import { isAlwaysGranted } from '#lib/scopes/catalog'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { codeAnswer, errorAnswer } from '../authorize/authorization-response'
import { giveCode } from '../authorize/give-code'
import type { SignedInSession } from '../authorize/store'
import { findAppForPeople } from '../client/store'
import { AuthorizationError } from '../errors'
import { RESUBMIT_SECONDS } from '../lifetimes'
import { isDrawnFor } from './interaction-form'
import { judgeInteraction, type OpenInteraction, openInteraction, type ResumedStep } from './open-interaction'
import { finishInteraction, lockInteraction, supersedeCode } from './store'

export type ConsentAnswer = {
  decision: 'allow' | 'deny'
  /** The scopes left ticked; `openid` cannot be declined. */
  ticked: readonly string[]
  /** Mark of the form, which was drawn for one session. */
  mark: string
}

/**
 * The person's answer on the consent screen. Allowing remembers granted and declined scopes and issues a code, in one
 * transaction; denying tells the app and remembers nothing but that. The form counts for the session it was drawn for
 * only, and what the judge says now counts, not what was true when it was drawn. Spec: Claims returned.
 * @see RFC 6749 §4.1.2
 */
export async function answerConsent(id: string, sessionHash: Buffer | null, { decision, ticked, mark }: ConsentAnswer): Promise<ResumedStep> {
  const open = await openInteraction(id, sessionHash)
  if (!open) return { kind: 'expired' }
  const verdict = judgeInteraction(open, sessionHash)
  if (!sessionHash || !open.context.session) return { kind: 'interact', screen: 'login' }
  if (!isDrawnFor(mark, 'consent', id, sessionHash)) return { kind: 'redraw', screen: 'consent' }
  if (verdict.kind === 'login' || verdict.kind === 'choose_account') return { kind: 'interact', screen: verdict.kind }
  if (verdict.kind === 'refuse') {
    return { kind: 'answer', answer: errorAnswer(new AuthorizationError(verdict.reason, verdict.description, open.redirect)) }
  }
  // What remains is the question itself, or its answer once more.
  verdict.kind satisfies 'consent' | 'issue'
  return decision === 'deny' ? deny(open) : allow(open, open.context.session, ticked)
}

/** A no ends the request, also after a yes: a code that nobody redeemed yet dies. */
const deny = ({ interaction, redirect }: OpenInteraction): Promise<ResumedStep> =>
  transaction(async (tx) => {
    const held = await lockInteraction(tx, interaction)
    if (!held) return { kind: 'expired' }
    if (held.codeHash) await supersedeCode(tx, held.codeHash)
    await finishInteraction(tx, held.id, { codeHash: null, isDenied: true }, RESUBMIT_SECONDS)
    return { kind: 'answer', answer: errorAnswer(new AuthorizationError('person_refused', 'the user refused', redirect)) }
  })

async function allow(open: OpenInteraction, session: SignedInSession, ticked: readonly string[]): Promise<ResumedStep> {
  const { redirect, scopes, interaction } = open
  const { client } = open.context
  const { userId } = session
  const appId = client.id
  const granted = scopes.filter((scope) => isAlwaysGranted(scope) || ticked.includes(scope))
  const declined = scopes.filter((scope) => !granted.includes(scope))
  const { sub } = await ensureSubject(userId, appId)
  const app = await withDatabase((db) => findAppForPeople(db, appId))
  if (!app) return { kind: 'expired' }
  const shownApp = { name: app.name, companyName: app.company.name, isCompanyVerified: app.company.verificationStatus === 'verified' }
  const receipt = await prepareReceipt({ userId, app: shownApp, sub, granted, declined })
  return transaction(async (tx): Promise<ResumedStep> => {
    const held = await lockInteraction(tx, interaction)
    if (!held || held.isDenied) return { kind: held ? 'denied' : 'expired' }
    const grantId = await upsertGrant(tx, { id: newId('grt'), userId, appId, granted, declined })
    if (grantId === null) return { kind: 'expired' }
    const secret = await giveCode(tx, held, { ...interaction.request, scopes }, { client, session, grantId })
    if (secret === null) return { kind: 'expired' }
    // A second submit of the same form is the same consent: told, kept and mailed once.
    if (!held.isFinished) {
      await tellConsent(tx, userId, appId, granted)
      await issueReceipt(tx, receipt)
    }
    return { kind: 'answer', answer: codeAnswer(redirect, secret) }
  })
}
