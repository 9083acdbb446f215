import { FACE_COLUMNS } from '#lib/apps/face/app-face'
import { OPENNESS } from '#lib/apps/open'
import { type Prisma, type Queryable, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { SEALED_SUBJECT } from '#lib/subjects/sealed-subject'
import { endIfOver, endUngranted } from './end-grants'
import { tellChanged, tellGranted } from './tell-company'

// The answer of a screen is added to what was answered before; a scope changes sides when it is answered anew.
const UPSERT = statement<{ id: string; granted_scopes: string[]; ends_at: Date | null; is_new: boolean; granted_before: string[] | null }>(
  'upsert_grant',
  `WITH before AS (SELECT granted_scopes FROM grants WHERE shard = $10 AND user_id = $2 AND app_id = $3)
   INSERT INTO grants AS g (shard, id, user_id, app_id, granted_scopes, declined_scopes, ends_at, seen_sealed, evidence_granted)
   SELECT u.shard, $1, u.id, $3, $4, $5, clock_timestamp() + make_interval(secs => $6), $8, $9::boolean FROM users u WHERE u.shard = $10 AND u.id = $2 AND u.deletion_due_at IS NULL AND u.suspended_at IS NULL FOR SHARE OF u
   ON CONFLICT (shard, user_id, app_id) DO UPDATE SET
     granted_scopes = ARRAY(SELECT unnest(g.granted_scopes) EXCEPT SELECT unnest($5::text[]) UNION SELECT unnest($4::text[]) ORDER BY 1),
     declined_scopes = ARRAY(SELECT unnest(g.declined_scopes) EXCEPT SELECT unnest($4::text[]) UNION SELECT unnest($5::text[]) ORDER BY 1),
     ends_at = CASE WHEN $7 THEN g.ends_at ELSE EXCLUDED.ends_at END, seen_sealed = EXCLUDED.seen_sealed, evidence_granted = coalesce($9::boolean, g.evidence_granted)
   RETURNING id, granted_scopes, ends_at, xmax = 0 AS is_new, (SELECT granted_scopes FROM before) AS granted_before`,
)

export type ConsentAnswer = {
  id: string
  userId: string
  appId: string
  granted: string[]
  declined: string[]
  /** For how long from now on; null: until it is withdrawn; `as_before`: what was said the last time, else the same. */
  lastsSeconds?: number | null | 'as_before'
  /** What was on the screen, to tell what changed when it is asked again. */
  seenSealed?: Buffer
  /** Whether the app may know how claims were verified; left out where it did not ask. */
  isEvidenceGranted?: boolean
}

/**
 * Remembers what the person said yes and no to.
 * @returns the grant, which may be older than this answer; null when the account is suspended or about to be deleted
 */
export async function upsertGrant(tx: Queryable, answer: ConsentAnswer): Promise<{ id: string; endsAt: Date | null } | null> {
  await endIfOver(tx, answer.userId, answer.appId)
  const { lastsSeconds = 'as_before', seenSealed = null, isEvidenceGranted = null } = answer
  const [row] = await tx.query(UPSERT, [
    answer.id,
    answer.userId,
    answer.appId,
    answer.granted,
    answer.declined,
    lastsSeconds === 'as_before' ? null : lastsSeconds,
    lastsSeconds === 'as_before',
    seenSealed,
    isEvidenceGranted,
    shardOf(answer.userId),
  ])
  if (!row) return null
  await endUngranted(tx, row.id, row.granted_scopes)
  const { userId, appId } = answer
  const grant = { grantId: row.id, userId, appId }
  if (row.is_new) await tellGranted(tx, grant, row.granted_scopes)
  else if (!isSame(row.granted_before, row.granted_scopes)) await tellChanged(tx, grant, row.granted_scopes)
  return { id: row.id, endsAt: row.ends_at }
}

const isSame = (before: string[] | null, now: string[]) => before?.toSorted().join(' ') === now.toSorted().join(' ')

const TELL_CONSENT = statement<object>(
  'tell_consent',
  `INSERT INTO activity_events (shard, user_id, app_id, action, detail) VALUES ($4, $1, $2, 'app.consent_given', $3)`,
)

export const tellConsent = (tx: Queryable, userId: string, appId: string, granted: string[]) =>
  tx.query(TELL_CONSENT, [userId, appId, JSON.stringify({ scopes: granted }), shardOf(userId)])

/** The app of a consent that the person withdrew; null when there is one now. */
export const findWithdrawnApp = (db: Prisma, userId: string, appId: string) =>
  db.activityEvent.findFirst({
    where: {
      shard: shardOf(userId),
      userId,
      appId,
      action: 'app.access_withdrawn',
      app: { subjects: { none: { shard: shardOf(userId), userId, grant: { isNot: null } } } },
    },
    select: { app: { select: { name: true } } },
  })

/** The person's consents that are not over, with app and company, newest first. */
export const findGrantsOf = (db: Prisma, userId: string, now: Date) =>
  db.grant.findMany({
    where: { shard: shardOf(userId), userId, OR: [{ endsAt: null }, { endsAt: { gt: now } }] },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    select: {
      grantedScopes: true,
      evidenceGranted: true,
      createdAt: true,
      lastReleaseAt: true,
      endsAt: true,
      subject: {
        select: {
          ...SEALED_SUBJECT,
          app: {
            select: {
              id: true,
              name: true,
              scopes: true,
              ...OPENNESS,
              ...FACE_COLUMNS,
              company: { select: { name: true, verificationStatus: true } },
            },
          },
        },
      },
    },
  })
