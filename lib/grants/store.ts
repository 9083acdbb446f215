import { type Prisma, type Queryable, sql, statement } from '#lib/core/db'
import { SEALED_SUBJECT } from '#lib/subjects/sealed-subject'
import { remember, rememberFamily } from './ended-store'

const DELETE_GRANT = statement<{ user_id: string; app_id: string }>(
  'delete_grant',
  `WITH gone AS (DELETE FROM grants WHERE id = $1 RETURNING id, user_id, app_id), ${rememberFamily('gone', 'replayed')}, told AS (
     INSERT INTO activity_events (user_id, app_id, action) SELECT user_id, app_id, $2 FROM gone
   )
   SELECT user_id, app_id FROM gone`,
)

/** Removes a consent; codes and tokens fall with it. `reason` is what the person's activity history says. */
export async function deleteGrant(on: Queryable, grantId: string, reason: 'app.replay_detected'): Promise<void> {
  await on.query(DELETE_GRANT, [grantId, reason])
}

const WITHDRAW = statement<{ id: string }>(
  'withdraw_grant',
  `WITH gone AS (DELETE FROM grants WHERE user_id = $1 AND app_id = $2 RETURNING id, user_id, app_id), ${rememberFamily('gone', 'withdrawn')}, told AS (
     INSERT INTO activity_events (user_id, app_id, action) SELECT user_id, app_id, 'app.access_withdrawn' FROM gone
   )
   SELECT id FROM gone`,
)

/** @returns whether there was a consent to withdraw */
export async function deleteGrantOf(userId: string, appId: string): Promise<boolean> {
  return (await sql.query(WITHDRAW, [userId, appId])).length === 1
}

// The answer of a screen is added to what was answered before; a scope changes sides when it is answered anew.
const UPSERT = statement<{ id: string; granted_scopes: string[] }>(
  'upsert_grant',
  `INSERT INTO grants AS g (id, user_id, app_id, granted_scopes, declined_scopes)
   SELECT $1, u.id, $3, $4, $5 FROM users u WHERE u.id = $2 AND u.deletion_due_at IS NULL FOR SHARE OF u
   ON CONFLICT (user_id, app_id) DO UPDATE SET
     granted_scopes = ARRAY(SELECT unnest(g.granted_scopes) EXCEPT SELECT unnest($5::text[]) UNION SELECT unnest($4::text[]) ORDER BY 1),
     declined_scopes = ARRAY(SELECT unnest(g.declined_scopes) EXCEPT SELECT unnest($4::text[]) UNION SELECT unnest($5::text[]) ORDER BY 1)
   RETURNING id, granted_scopes`,
)

export type ConsentAnswer = { id: string; userId: string; appId: string; granted: string[]; declined: string[] }

/**
 * Remembers what the person said yes and no to.
 * @returns the id of the grant, which may be older than this answer; null when the account is about to be deleted
 */
export async function upsertGrant(tx: Queryable, answer: ConsentAnswer): Promise<string | null> {
  const [row] = await tx.query(UPSERT, [answer.id, answer.userId, answer.appId, answer.granted, answer.declined])
  if (!row) return null
  if (!row.granted_scopes.includes('email')) await deleteQueuedMailOf(tx, row.id)
  return row.id
}

const TELL_CONSENT = statement<object>(
  'tell_consent',
  `INSERT INTO activity_events (user_id, app_id, action, detail) VALUES ($1, $2, 'app.consent_given', $3)`,
)

export const tellConsent = (tx: Queryable, userId: string, appId: string, granted: string[]) =>
  tx.query(TELL_CONSENT, [userId, appId, JSON.stringify({ scopes: granted })])

/** The app of a consent that the person withdrew; null when there is one now. */
export const findWithdrawnApp = (db: Prisma, userId: string, appId: string) =>
  db.activityEvent.findFirst({
    where: { userId, appId, action: 'app.access_withdrawn', app: { subjects: { none: { userId, grant: { isNot: null } } } } },
    select: { app: { select: { name: true } } },
  })

/** The person's consents with app and company, newest first. */
export const findGrantsOf = (db: Prisma, userId: string) =>
  db.grant.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    select: {
      grantedScopes: true,
      createdAt: true,
      lastReleaseAt: true,
      subject: {
        select: {
          ...SEALED_SUBJECT,
          app: { select: { id: true, name: true, scopes: true, status: true, company: { select: { name: true, verificationStatus: true } } } },
        },
      },
    },
  })

const NARROW = statement<{ id: string }>(
  'narrow_grant',
  `WITH narrowed AS (
     UPDATE grants SET granted_scopes = array_remove(granted_scopes, $3::text),
       declined_scopes = ARRAY(SELECT unnest(declined_scopes) UNION SELECT $3::text ORDER BY 1)
     WHERE user_id = $1 AND app_id = $2 AND $3::text = ANY(granted_scopes) RETURNING id, user_id, app_id
   ), told AS (
     INSERT INTO activity_events (user_id, app_id, action, detail)
     SELECT user_id, app_id, 'app.scope_withdrawn', jsonb_build_object('scopes', jsonb_build_array($3::text)) FROM narrowed
   )
   SELECT id FROM narrowed`,
)

/** @returns the grant's id, or null when the scope was not granted */
export async function narrowGrant(tx: Queryable, userId: string, appId: string, scope: string): Promise<string | null> {
  return (await tx.query(NARROW, [userId, appId, scope]))[0]?.id ?? null
}

const DELETE_REFRESH_TOKENS = statement<object>(
  'delete_refresh_tokens_of_grant',
  `WITH gone AS (DELETE FROM refresh_tokens WHERE grant_id = $1 RETURNING token_hash AS secret_hash), ${remember('gone', 'narrowed')}
   SELECT FROM gone`,
)

export const deleteRefreshTokensOf = (tx: Queryable, grantId: string) => tx.query(DELETE_REFRESH_TOKENS, [grantId])

const DELETE_QUEUED_MAIL = statement<object>('delete_queued_mail_of_grant', `DELETE FROM forwarded_mails WHERE grant_id = $1`)

/** Removes what waits to be forwarded under a consent that lost `email`. When the whole consent goes, it goes by itself. */
export const deleteQueuedMailOf = (tx: Queryable, grantId: string) => tx.query(DELETE_QUEUED_MAIL, [grantId])
