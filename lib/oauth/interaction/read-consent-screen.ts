import { withDatabase } from '#lib/core/db'
import type { ScopeName } from '#lib/scopes/catalog'
import { aliasAddress } from '#lib/subjects/alias-address'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { type Claims, claimsFor, claimsFromDocuments } from '#lib/users/claims'
import { judgeRelease } from '#lib/users/judge-release'
import { PersonVault } from '#lib/users/person'
import { findPerson } from '#lib/users/store'
import { askedAssurance } from '../authorize/asked-assurance'
import { unansweredScopes } from '../authorize/judge-authorization'
import { findAppForPeople } from '../client/store'
import { drawnFor } from './interaction-form'
import { judgeInteraction, openInteraction } from './open-interaction'

export type ConsentItem = {
  scope: ScopeName
  /** What would be sent for this scope today. */
  values: Record<string, string | number | boolean>
  /** Whether a document says something that stays here: it is below the level that the app needs. */
  isWithheld: boolean
  isTicked: boolean
  isNew: boolean
}

export type ConsentScreen = {
  app: { name: string; companyName: string; isCompanyVerified: boolean }
  /** Whether the names could pass for others: letters of different alphabets, or hidden ones. */
  hasDoubtfulNames: boolean
  returnHost: string
  person: { email: string }
  alias: string
  items: ConsentItem[]
  /** Says for which session the form is. */
  mark: string
  /** Whether something was answered before, so that only the new scopes stand out. */
  isReturning: boolean
}

export type ConsentScreenOutcome = { kind: 'show'; screen: ConsentScreen } | { kind: 'login' | 'choose_account' | 'proceed' | 'expired' | 'denied' }

/** What the consent screen shows: each requested scope with the person's own values. */
export async function readConsentScreen(interactionId: string, sessionHash: Buffer): Promise<ConsentScreenOutcome> {
  const open = await openInteraction(interactionId, sessionHash)
  if (!open?.context.session) return { kind: open ? 'login' : 'expired' }
  if (open.interaction.isDenied) return { kind: 'denied' }
  const verdict = judgeInteraction(open, sessionHash)
  if (verdict.kind !== 'consent') return { kind: verdict.kind === 'login' || verdict.kind === 'choose_account' ? verdict.kind : 'proceed' }

  const { client, session, grant } = open.context
  const subject = await ensureSubject(session.userId, client.id)
  const [person, app] = await withDatabase((db) => Promise.all([findPerson(db, session.userId), findAppForPeople(db, client.id)]))
  if (!person || !app) return { kind: 'expired' }

  const vault = PersonVault.of(person)
  const now = new Date()
  const held = person.verifiedClaims
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .map((claim) => ({ ...claim, isSuspended: claim.contestId !== null }))
  const asked = askedAssurance(open.interaction.request.acrValues)
  const leaving = judgeRelease(vault.openProfile(person.profileSealed), held, asked)
  const known = { profile: leaving.profile, verified: vault.openClaims(leaving.verified) }
  const kept = held.filter((claim) => !claim.isSuspended && !leaving.verified.includes(claim)).map(({ name }) => name)
  const unanswered = new Set(unansweredScopes(open.scopes, grant))
  return {
    kind: 'show',
    screen: {
      app: { name: app.name, companyName: app.company.name, isCompanyVerified: app.company.verificationStatus === 'verified' },
      hasDoubtfulNames: app.hasDoubtfulNames,
      returnHost: new URL(open.redirect.uri).host || new URL(open.redirect.uri).protocol.replace(':', ''),
      person: { email: vault.openEmail(person.emailSealed) },
      alias: aliasAddress(subject.aliasLocalPart),
      items: open.scopes.map((scope) => ({
        scope,
        values: withoutSub(claimsFor([scope], subject, known, now), scope),
        isWithheld: claimsFromDocuments([scope]).some((name) => kept.includes(name)),
        isTicked: !grant?.declinedScopes.includes(scope),
        isNew: unanswered.has(scope),
      })),
      mark: drawnFor('consent', interactionId, sessionHash),
      isReturning: grant !== null,
    },
  }
}

function withoutSub(claims: Claims, scope: ScopeName): Record<string, string | number | boolean> {
  if (scope === 'openid') return claims
  const { sub: _, ...rest } = claims
  return rest
}
