import { sql, transaction, withDatabase } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { tellConsent, upsertGrant } from '#lib/grants/store'
import { issueReceipt, prepareReceipt } from '#lib/receipts/issue-receipt'
import type { ScopeName } from '#lib/scopes/catalog'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { codeResponse, errorResponse } from './authorization-response'
import { ProvenRedirect } from './errors'
import { type Interaction, readInteraction } from './interaction'
import { judgeAuthorization } from './judge-authorization'
import { RESUBMIT_SECONDS } from './lifetimes'
import { newCode } from './new-code'
import { type AuthorizationContext, insertCode, readAuthorizationContext } from './store/authorization'
import { findAppForPeople } from './store/client'
import { chooseSession, finishInteraction } from './store/interaction'

export type ResumedStep =
  | { kind: 'redirect'; location: string }
  | { kind: 'interact'; screen: 'login' | 'choose_account' | 'consent' }
  /** Unknown, expired or answered a while ago; or the app changed so that it can no longer be answered. */
  | { kind: 'expired' }

export type OpenInteraction = { interaction: Interaction; context: AuthorizationContext; redirect: ProvenRedirect; scopes: ScopeName[] }

/** The waiting request with what is true of its app and its person now; null when it can no longer be answered. */
export async function openInteraction(id: string, sessionHash: Buffer | null): Promise<OpenInteraction | null> {
  const interaction = await readInteraction(id)
  const context = interaction && (await readAuthorizationContext(interaction.clientId, sessionHash))
  if (!interaction || !context?.client.isActive) return null
  const redirect = ProvenRedirect.prove(context.client.redirectUris, interaction.request.redirectUri, interaction.request.state)
  if (!redirect) return null
  const scopes = interaction.request.scopes.filter((scope) => context.client.scopes.includes(scope))
  return { interaction, context, redirect, scopes }
}

/** What the open request needs next, given what happened since it began. */
export function judgeInteraction({ interaction, context, scopes }: OpenInteraction, sessionHash: Buffer | null) {
  const { session, grant } = context
  return judgeAuthorization({ ...interaction.request, scopes }, session, grant, {
    loggedInSince: session !== null && session.authTime >= interaction.createdAt,
    accountChosen: sessionHash !== null && interaction.chosenSessionHash?.equals(sessionHash) === true,
  })
}

/** Goes on with a request after a log-in or a choice of account. */
export async function resumeAuthorization(id: string, sessionHash: Buffer | null): Promise<ResumedStep> {
  const open = await openInteraction(id, sessionHash)
  if (!open) return { kind: 'expired' }
  const verdict = judgeInteraction(open, sessionHash)
  if (verdict.kind === 'refuse') {
    return { kind: 'redirect', location: errorResponse({ code: verdict.code, publicMessage: verdict.description, redirect: open.redirect }) }
  }
  if (verdict.kind !== 'issue') return { kind: 'interact', screen: verdict.kind }
  const { grant } = open.context
  if (!grant || !sessionHash) return { kind: 'expired' }
  const code = newCode({ ...open.interaction.request, scopes: open.scopes }, grant.id, sessionHash)
  if (!(await insertCode(sql, code.stored))) return { kind: 'interact', screen: 'login' }
  await finishInteraction(sql, id, RESUBMIT_SECONDS)
  return { kind: 'redirect', location: codeResponse(open.redirect, code.secret) }
}

/** The person goes on with the account that is logged in. */
export const chooseAccount = (id: string, sessionHash: Buffer) => chooseSession(id, sessionHash)

/**
 * The person's answer on the consent screen. Allowing remembers granted and declined scopes and issues a code, in one
 * transaction; denying tells the app and remembers nothing. A second submit of the same form gives the same result.
 * Spec: Claims returned. @see RFC 6749 §4.1.2
 * @param ticked the scopes left ticked; `openid` cannot be declined
 */
export async function answerConsent(id: string, sessionHash: Buffer, decision: 'allow' | 'deny', ticked: readonly string[]): Promise<ResumedStep> {
  const open = await openInteraction(id, sessionHash)
  if (!open) return { kind: 'expired' }
  const { context, redirect, scopes, interaction } = open
  const verdict = judgeInteraction(open, sessionHash)
  if (!context.session || verdict.kind === 'login' || verdict.kind === 'choose_account') return { kind: 'interact', screen: 'login' }

  if (decision === 'deny') {
    await finishInteraction(sql, id, RESUBMIT_SECONDS)
    return { kind: 'redirect', location: errorResponse({ code: 'access_denied', publicMessage: 'the user refused', redirect }) }
  }

  const { userId } = context.session
  const appId = context.client.id
  const granted = scopes.filter((scope) => scope === 'openid' || ticked.includes(scope))
  const declined = scopes.filter((scope) => !granted.includes(scope))
  const { sub } = await ensureSubject(userId, appId)
  const app = await withDatabase((db) => findAppForPeople(db, appId))
  if (!app) return { kind: 'expired' }
  const shownApp = { name: app.name, companyName: app.company.name, isCompanyVerified: app.company.verificationStatus === 'verified' }
  const receipt = await prepareReceipt({ userId, app: shownApp, sub, granted, declined })
  const secret = await transaction(async (tx) => {
    const grantId = await upsertGrant(tx, { id: newId('grt'), userId, appId, granted, declined })
    const code = newCode({ ...interaction.request, scopes }, grantId, sessionHash)
    const written = await insertCode(tx, code.stored)
    // A second submit of the same form is the same consent: told, kept and mailed once.
    if (written && (await finishInteraction(tx, id, RESUBMIT_SECONDS))) {
      await tellConsent(tx, userId, appId, granted)
      await issueReceipt(tx, receipt)
    }
    return written ? code.secret : null
  })
  return secret === null ? { kind: 'expired' } : { kind: 'redirect', location: codeResponse(redirect, secret) }
}
