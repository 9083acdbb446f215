import { z } from 'zod'
import { AUDIT_ACTIONS, type AuditAction } from '#lib/audit/actions'
import { idText } from '#lib/core/wire-types'
import { SCOPES } from '#lib/scopes/catalog'
import { verificationFailure, verificationResult } from '#lib/verifications/result-schema'

/** What every event is made of. Nothing here can hold a text of a person's. */
const appId = idText('app')
const sub = z
  .string()
  .describe("The user's pseudonym at this app.")
  .meta({ examples: ['8c1b0y3GrQhW5vT2nJk7Xe'] })
const scopes = z.array(z.enum(SCOPES.map(({ name }) => name)).meta({ id: 'ScopeName' })).describe('What the app may use now.')
const reason = z
  .enum(['person', 'token_replay', 'app'])
  .meta({ id: 'AuthorizationReason', description: 'Who caused it: the user, a code or token that was used twice, or the app.' })

const authorization = z.strictObject({ app_id: appId, sub, scopes, reason }).meta({ id: 'AuthorizationEventData' })
const alias = z.strictObject({ app_id: appId, sub }).meta({ id: 'AliasEventData' })
const verification = z
  .strictObject({
    app_id: appId,
    verification_id: idText('ver'),
    reference: z.string().nullable().describe('Your own note on the session.'),
    status: z.enum(['processing', 'verified', 'retry_required', 'failed', 'canceled', 'expired']).meta({ id: 'VerificationEventStatus' }),
    result: verificationResult.nullable(),
    failure: verificationFailure.nullable(),
  })
  .meta({ id: 'VerificationEventData' })

const ABOUT_PEOPLE = {
  'authorization.granted': authorization.describe('A user gave an app access that it did not have.'),
  'authorization.changed': authorization.describe('What a user allows an app has changed.'),
  'authorization.withdrawn': authorization.describe('An app no longer has access: nothing issued for this user works.'),
  'alias.disabled': alias.describe('The user stopped mail to the alias of this app.'),
  'alias.enabled': alias.describe('The user lets mail to the alias of this app through again.'),
  'verification.processing': verification.describe('The user sent pictures, which are being read.'),
  'verification.verified': verification.describe('The session ended with a verified result.'),
  'verification.retry_required': verification.describe('The attempt failed, another one may succeed.'),
  'verification.failed': verification.describe('The session ended without a result.'),
  'verification.canceled': verification.describe('The session was canceled.'),
  'verification.expired': verification.describe('The time of the session is over.'),
} as const

const actor = z
  .strictObject({
    kind: z.enum(['staff', 'api_key', 'operator', 'system']).meta({ id: 'ActorKind' }),
    id: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: 'EventActor', description: 'Who did it.' })

/** Lines of the audit log that are events too, by what they are about, and how that is named. */
const OF_AUDIT_LOG = {
  app: z.strictObject({ app_id: appId, actor }).meta({ id: 'AppEventData' }),
  api_key: z.strictObject({ api_key_id: idText('key'), actor }).meta({ id: 'ApiKeyEventData' }),
  member: z
    .union([
      z.strictObject({ member_id: idText('stf'), actor }).meta({ id: 'AboutMember' }),
      z.strictObject({ invite_id: idText('inv'), actor }).meta({ id: 'AboutInvite' }),
    ])
    .meta({ id: 'MemberEventData' }),
  company: z.strictObject({ actor }).meta({ id: 'CompanyEventData' }),
  webhook: z.strictObject({ webhook_id: idText('whk'), actor }).meta({ id: 'WebhookEventData' }),
} as const

export type ToldAction = Extract<AuditAction, `${keyof typeof OF_AUDIT_LOG}.${string}`>

const subjectOf = (action: string) => action.slice(0, action.indexOf('.'))

/** Whether a line of the audit log is an event too. */
export const isTold = (action: AuditAction): action is ToldAction => Object.hasOwn(OF_AUDIT_LOG, subjectOf(action))

type OfAuditLog = {
  [Action in ToldAction]: (typeof OF_AUDIT_LOG)[Action extends `${infer About extends keyof typeof OF_AUDIT_LOG}.${string}` ? About : never]
}

const ofAuditLog = Object.fromEntries(
  AUDIT_ACTIONS.filter(isTold).map((action) => [action, OF_AUDIT_LOG[subjectOf(action) as keyof typeof OF_AUDIT_LOG]]),
) as OfAuditLog

/** Every type of event with the strict schema of its data. Lists of types, answers and the documentation are made from it. */
export const EVENT_DATA = { ...ABOUT_PEOPLE, ...ofAuditLog }

export type EventType = keyof typeof EVENT_DATA

export type EventData<Type extends EventType> = z.output<(typeof EVENT_DATA)[Type]>

export const EVENT_TYPES = Object.keys(EVENT_DATA) as [EventType, ...EventType[]]

export const eventType = z.enum(EVENT_TYPES).meta({ id: 'EventType' })

export const isEventType = (text: string): text is EventType => Object.hasOwn(EVENT_DATA, text)
