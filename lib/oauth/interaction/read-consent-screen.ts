import type { AppFace } from '#lib/apps/face/app-face'
import { withDatabase } from '#lib/core/db'
import { isTest } from '#lib/core/environment'
import type { ScopeName } from '#lib/scopes/catalog'
import { aliasAddress } from '#lib/subjects/alias-address'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { type Claims, claimsFor, claimsFromDocuments, lacking } from '#lib/users/claims'
import { judgeRelease } from '#lib/users/judge-release'
import { PersonVault } from '#lib/users/person'
import { findPerson } from '#lib/users/store'
import { askedAssurance } from '../authorize/asked-assurance'
import { unansweredScopes } from '../authorize/judge-authorization'
import { findAppForPeople } from '../client/store'
import { type EvidenceItem, evidenceItem } from './evidence-item'
import { drawnFor } from './interaction-form'
import { judgeInteraction, type OpenInteraction, openInteraction } from './open-interaction'
import { changesSince, openSeen, type SeenChanges, type SeenScreen, seenOf } from './seen-screen'
import { findLastAnswer } from './store'

export type ConsentItem = {
  scope: ScopeName
  /** What would be sent for this scope today. */
  values: Record<string, string | number | boolean>
  /** Whether a document says something that stays here: it is below the level that the app needs. */
  isWithheld: boolean
  isTicked: boolean
  isNew: boolean
  /** Whether what it stands for is another value than when it was answered last. */
  isChanged: boolean
  /** Which names the account lacks for it and can be filled in beside it. */
  asksName: 'first' | 'both' | null
}

export type ConsentScreen = {
  app: { name: string; companyName: string; isCompanyVerified: boolean; isTest: boolean; face: AppFace }
  /** Whether the names could pass for others: letters of different alphabets, or hidden ones. */
  hasDoubtfulNames: boolean
  returnHost: string
  person: { email: string }
  alias: string
  items: ConsentItem[]
  /** What is told of how claims were verified; null where that is not asked for. */
  evidence: EvidenceItem | null
  /** Says for which session the form is. */
  mark: string
  /** Whether something was answered before, so that only what is different stands out. */
  isReturning: boolean
  /** What app and company were called then. */
  former: Pick<SeenChanges, 'formerApp' | 'formerCompany'>
  /** Until when access was given before, where that was said. */
  endsAt: Date | null
}

export type ConsentScreenOutcome = { kind: 'show'; screen: ConsentScreen } | { kind: 'login' | 'choose_account' | 'proceed' | 'expired' | 'denied' }

/** What the consent screen shows: each requested scope with the person's own values. */
export async function readConsentScreen(interactionId: string, sessionHash: Buffer): Promise<ConsentScreenOutcome> {
  const open = await openInteraction(interactionId, sessionHash)
  if (!open?.context.session) return { kind: open ? 'login' : 'expired' }
  if (open.interaction.isDenied) return { kind: 'denied' }
  const verdict = judgeInteraction(open, sessionHash)
  if (verdict.kind !== 'consent') return { kind: verdict.kind === 'login' || verdict.kind === 'choose_account' ? verdict.kind : 'proceed' }
  const shown = await readShown(open, open.context.session.userId)
  if (!shown) return { kind: 'expired' }

  const { app, items, vault, person, alias, seen, asked } = shown
  const { grant, client } = open.context
  const last = grant && (await withDatabase((db) => findLastAnswer(db, person.id, client.id)))
  const changes = changesSince(last?.seenSealed ? openSeen(vault, person.id, client.id, last.seenSealed) : null, seen)
  const unanswered = new Set(unansweredScopes(open.scopes, grant))
  const returnTo = new URL(open.redirect.uri)
  return {
    kind: 'show',
    screen: {
      app: {
        name: app.name,
        companyName: app.company.name,
        isCompanyVerified: app.company.verificationStatus === 'verified',
        isTest: isTest(app.environment),
        face: app.face,
      },
      hasDoubtfulNames: app.hasDoubtfulNames,
      returnHost: returnTo.host || returnTo.protocol.replace(':', ''),
      person: { email: vault.openEmail(person.emailSealed) },
      alias,
      items: items.map((item) => ({
        ...item,
        isTicked: !grant?.declinedScopes.includes(item.scope),
        isNew: unanswered.has(item.scope),
        isChanged: changes.scopes.includes(item.scope) && grant?.grantedScopes.includes(item.scope) === true,
      })),
      evidence: asked && (await evidenceItem(asked, grant)),
      mark: drawnFor('consent', interactionId, sessionHash),
      isReturning: grant !== null,
      former: changes,
      endsAt: last?.endsAt ?? null,
    },
  }
}

export type ShownItem = Pick<ConsentItem, 'scope' | 'values' | 'isWithheld' | 'asksName'>

/** What of a person, and of who asks, is on the screen. Null when either is gone. */
export async function readShown(open: OpenInteraction, userId: string) {
  const { client } = open.context
  const subject = await ensureSubject(userId, client.id)
  const [person, app] = await withDatabase((db) => Promise.all([findPerson(db, userId), findAppForPeople(db, client.id)]))
  if (!person || !app) return null

  const vault = PersonVault.of(person)
  const now = new Date()
  const held = person.verifiedClaims
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .map((claim) => ({ ...claim, isSuspended: claim.contestId !== null }))
  const asked = askedAssurance(open.interaction.request.acrValues)
  const leaving = judgeRelease(vault.openProfile(person.profileSealed), held, asked)
  const known = { profile: leaving.profile, verified: vault.openClaims(leaving.verified) }
  const kept = held.filter((claim) => !claim.isSuspended && !leaving.verified.includes(claim)).map(({ name }) => name)
  // Where a level is asked for, what is typed in here would stay here.
  const nameless = asked.length > 0 || kept.length > 0 ? null : firstNameless(open.scopes, claimsFor(open.scopes, subject, known, now))
  const items = open.scopes.map(
    (scope): ShownItem => ({
      scope,
      values: withoutSub(claimsFor([scope], subject, known, now), scope),
      isWithheld: claimsFromDocuments([scope]).some((name) => kept.includes(name)),
      asksName: scope === nameless ? (scope === 'given_name' ? 'first' : 'both') : null,
    }),
  )
  const seen: SeenScreen = seenOf({ app: app.name, company: app.company.name, items })
  const { askedVerified: verified } = open.interaction.request
  const beside = claimsFor(open.scopes, subject, known, now)
  const askedOfPerson =
    verified === undefined ? null : { kept: verified, userId, appId: client.id, vault, subject, scopes: open.scopes, ...known, beside, now }
  return { app, items, vault, person, alias: aliasAddress(subject.aliasLocalPart), seen, asked: askedOfPerson }
}

/** The scope that is answered with a name of the profile, where there is none yet: the widest of them. */
function firstNameless(scopes: readonly ScopeName[], claims: Claims): ScopeName | null {
  if (claims.given_name !== undefined || claims.family_name !== undefined) return null
  return (['profile', 'given_name'] as const).find((scope) => scopes.includes(scope) && lacking(scope) === 'profile') ?? null
}

function withoutSub(claims: Claims, scope: ScopeName): Record<string, string | number | boolean> {
  if (scope === 'openid') return claims
  const { sub: _, ...rest } = claims
  return rest
}
