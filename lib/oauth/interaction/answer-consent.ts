import { transaction } from '#lib/core/db'
import { newIdOn, shardOf } from '#lib/core/shard'
import { type AccessTime, secondsOf } from '#lib/grants/access-time'
import { tellConsent, upsertGrant } from '#lib/grants/store'
import { issueReceipt, prepareReceipt } from '#lib/receipts/issue-receipt'
import { EVIDENCE, isAlwaysGranted } from '#lib/scopes/catalog'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { fillInNames, readNames, type StatedNames } from '#lib/users/account/fill-in-names'
import { codeAnswer, errorAnswer } from '../authorize/authorization-response'
import { giveCode } from '../authorize/give-code'
import type { SignedInSession } from '../authorize/store'
import { AuthorizationError } from '../errors'
import { RESUBMIT_SECONDS } from '../lifetimes'
import { isDrawnFor } from './interaction-form'
import { judgeInteraction, type OpenInteraction, openInteraction, type ResumedStep } from './open-interaction'
import { readShown } from './read-consent-screen'
import { sealSeen } from './seen-screen'
import { finishInteraction, lockInteraction, supersedeCode } from './store'
import { verifyFirst } from './verify-first'

export type ConsentAnswer = {
  /** `verify`: a document first, and then the same question again. */
  decision: 'allow' | 'deny' | 'verify'
  /** The scopes left ticked, and `EVIDENCE`; `openid` cannot be declined. */
  ticked: readonly string[]
  /** For how long. */
  lasts: AccessTime
  /** What was filled in where the account has no name. */
  names: Record<keyof StatedNames, string>
  /** Mark of the form, which was drawn for one session. */
  mark: string
}

/**
 * The person's answer on the consent screen. Allowing remembers granted and declined scopes and issues a code, in one
 * transaction; denying tells the app and remembers nothing but that. The form counts for the session it was drawn for
 * only, and what the judge says now counts, not what was true when it was drawn. Spec: Claims returned.
 * @see RFC 6749 §4.1.2
 */
export async function answerConsent(id: string, sessionHash: Buffer | null, answer: ConsentAnswer): Promise<ResumedStep> {
  const { decision, mark } = answer
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
  if (decision === 'deny') return deny(open)
  const names = readNames(answer.names)
  if (!names) return { kind: 'fault', screen: 'consent' }
  return decision === 'verify'
    ? verifyFirst(open, open.context.session.userId, { ...answer, names })
    : allow(open, open.context.session, { ...answer, names })
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

type Allowance = Pick<ConsentAnswer, 'ticked' | 'lasts'> & { names: StatedNames }

async function allow(open: OpenInteraction, session: SignedInSession, { ticked, lasts, names }: Allowance): Promise<ResumedStep> {
  const { redirect, scopes, interaction } = open
  const { client } = open.context
  const { userId } = session
  const appId = client.id
  const granted = scopes.filter((scope) => isAlwaysGranted(scope) || ticked.includes(scope))
  const declined = scopes.filter((scope) => !granted.includes(scope))
  const isEvidenceGranted = interaction.request.askedVerified === undefined ? undefined : ticked.includes(EVIDENCE)
  const { sub } = await ensureSubject(userId, appId)
  const shown = await readShown(open, userId)
  if (!shown) return { kind: 'expired' }
  const { app, vault } = shown
  const isCompanyVerified = app.company.verificationStatus === 'verified'
  const shownApp = { name: app.name, companyName: app.company.name, isCompanyVerified, face: app.face }
  const receipt = await prepareReceipt({ userId, app: shownApp, sub, granted, declined, isEvidenceGranted })
  const isNameShared = shown.items.some(({ scope, asksName }) => asksName !== null && granted.includes(scope))
  return transaction(async (tx): Promise<ResumedStep> => {
    const held = await lockInteraction(tx, interaction)
    if (!held || held.isDenied) return { kind: held ? 'denied' : 'expired' }
    if (isNameShared) await fillInNames(tx, userId, names)
    const seenSealed = sealSeen(vault, userId, appId, (isNameShared && (await readShown(open, userId))?.seen) || shown.seen)
    const consent = {
      id: newIdOn('grt', shardOf(userId)),
      userId,
      appId,
      granted,
      declined,
      lastsSeconds: secondsOf(lasts),
      seenSealed,
      isEvidenceGranted,
    }
    const grant = await upsertGrant(tx, consent)
    if (grant === null) return { kind: 'expired' }
    const secret = await giveCode(tx, held, { ...interaction.request, scopes }, { client, session, grantId: grant.id })
    if (secret === null) return { kind: 'expired' }
    // A second submit of the same form is the same consent: told, kept and mailed once.
    if (!held.isFinished) {
      await tellConsent(tx, userId, appId, granted)
      await issueReceipt(tx, receipt, grant.endsAt)
    }
    return { kind: 'answer', answer: codeAnswer(redirect, secret) }
  })
}
