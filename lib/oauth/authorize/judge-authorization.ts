import type { ScopeName } from '#lib/scopes/catalog'
import { subIndex } from '#lib/subjects/sealed-subject'
import type { ReasonFor } from '../reasons'
import type { AuthorizationRequest } from '../schema'

/** Who sits in front of the browser; `subIndex` is the fingerprint of their `sub` at this app, if they have one. */
export type PresentSession = { userId: string; authAgeSeconds: number; subIndex: Buffer | null }

export type RememberedConsent = {
  grantedScopes: readonly string[]
  declinedScopes: readonly string[]
  /** Whether the app may know how claims were verified; null: nobody asked for it yet. */
  isEvidenceGranted: boolean | null
}

/** What already happened in the interaction of this request; nothing, when it has just arrived. */
export type InteractionProgress = { loggedInSince: boolean; accountChosen: boolean }

export const NOTHING_YET: InteractionProgress = { loggedInSince: false, accountChosen: false }

export type AuthorizationVerdict =
  | { kind: 'login' }
  | { kind: 'choose_account' }
  | { kind: 'consent' }
  | { kind: 'issue' }
  | { kind: 'refuse'; reason: ReasonFor<'login_required' | 'consent_required'>; description: string }

/**
 * What an authorization request needs next. @see OpenID Connect Core §3.1.2.3, §3.1.2.4
 */
export function judgeAuthorization(
  request: AuthorizationRequest,
  session: PresentSession | null,
  consent: RememberedConsent | null,
  progress: InteractionProgress,
): AuthorizationVerdict {
  const silent = request.prompts.includes('none')

  const isSomebodyElse = session !== null && request.hintedSub !== undefined && !session.subIndex?.equals(subIndex(request.hintedSub))
  if (isSomebodyElse && progress.loggedInSince) return { kind: 'refuse', reason: 'another_person_logged_in', description: 'another user logged in' }
  if (!session || isSomebodyElse || needsFreshLogin(request, session, progress)) {
    return silent ? { kind: 'refuse', reason: 'log_in_needed', description: 'the user must log in' } : { kind: 'login' }
  }
  if (request.prompts.includes('select_account') && !progress.accountChosen && !progress.loggedInSince) return { kind: 'choose_account' }

  if (request.prompts.includes('consent') || unansweredScopes(request.scopes, consent).length > 0 || isEvidenceUnanswered(request, consent)) {
    return silent ? { kind: 'refuse', reason: 'consent_needed', description: 'the user must consent' } : { kind: 'consent' }
  }
  return { kind: 'issue' }
}

function needsFreshLogin(request: AuthorizationRequest, session: PresentSession, progress: InteractionProgress): boolean {
  if (progress.loggedInSince) return false
  return request.prompts.includes('login') || (request.maxAgeSeconds !== undefined && session.authAgeSeconds > request.maxAgeSeconds)
}

/** Scopes nobody has said yes or no to; without a consent on record that is all of them. */
export function unansweredScopes(requested: readonly ScopeName[], consent: RememberedConsent | null): ScopeName[] {
  const answered = new Set([...(consent?.grantedScopes ?? []), ...(consent?.declinedScopes ?? [])])
  return requested.filter((scope) => !answered.has(scope))
}

/** Whether `verified_claims` are asked for, and nobody said yes or no to telling how claims were verified. */
export const isEvidenceUnanswered = ({ askedVerified }: Pick<AuthorizationRequest, 'askedVerified'>, consent: RememberedConsent | null): boolean =>
  askedVerified !== undefined && (consent?.isEvidenceGranted ?? null) === null
