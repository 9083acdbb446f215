import { type Prisma, type Queryable, sql, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { bounceShards } from '#lib/relay/bounce/bounce-address'

export type NewMail = {
  id: string
  userId?: string
  staffId?: string
  inviteId?: string
  kind: string
  contentSealed: Buffer<ArrayBuffer>
  masterKeyId: string
}

const INSERT = statement<object>(
  'insert_outgoing_mail',
  `INSERT INTO outgoing_mails (shard, id, user_id, staff_id, invite_id, kind, content_sealed, master_key_id, expires_at)
   VALUES ($9, $1, $2, $3, $4, $5, $6, $7, clock_timestamp() + make_interval(secs => $8))`,
)

export const insertOutgoingMail = (tx: Queryable, mail: NewMail, keepSeconds: number) =>
  tx.query(INSERT, [
    mail.id,
    mail.userId ?? null,
    mail.staffId ?? null,
    mail.inviteId ?? null,
    mail.kind,
    mail.contentSealed,
    mail.masterKeyId,
    keepSeconds,
    shardOf(mail.id),
  ])

export type WaitingMail = { content_sealed: Buffer; master_key_id: string }

const FIND_WAITING = statement<WaitingMail>(
  'find_waiting_mail',
  `SELECT content_sealed, master_key_id FROM outgoing_mails WHERE shard = $2 AND id = $1 AND delivered_at IS NULL AND expires_at > clock_timestamp()`,
)

const MARK_DELIVERED = statement<object>(
  'mark_mail_delivered',
  `UPDATE outgoing_mails SET delivered_at = clock_timestamp(), last_problem = NULL WHERE shard = $2 AND id = $1`,
)

const MARK_PROBLEM = statement<object>('mark_mail_problem', `UPDATE outgoing_mails SET last_problem = $2 WHERE shard = $3 AND id = $1`)

const SET_BOUNCE_ID = statement<{ bounce_id: string }>(
  'set_mail_bounce_id',
  `UPDATE outgoing_mails SET bounce_id = coalesce(bounce_id, $2) WHERE shard = $3 AND id = $1 RETURNING bounce_id`,
)

/** @returns what the mail is called in its bounce address: `bounceId`, unless a try before gave it a name */
export const nameForBounces = async (id: string, bounceId: string): Promise<string> =>
  (await sql.query(SET_BOUNCE_ID, [id, bounceId, shardOf(id)]))[0]?.bounce_id ?? bounceId

const IS_BOUNCE_ID = statement<{ one: number }>(
  'is_service_bounce_id',
  `SELECT 1 AS one FROM outgoing_mails WHERE shard = ANY($2::smallint[]) AND bounce_id = $1`,
)

export const isServiceBounceId = async (bounceId: string) => (await sql.query(IS_BOUNCE_ID, [bounceId, bounceShards(bounceId)])).length === 1

// The history says once that the address is in doubt, however many come back.
const MARK_BOUNCED = statement<{ id: string }>(
  'mark_mail_bounced',
  `WITH before AS (SELECT shard, id, bounced_at FROM outgoing_mails WHERE shard = ANY($4::smallint[]) AND bounce_id = $1 FOR UPDATE), marked AS (
     UPDATE outgoing_mails m SET last_problem = $2, bounced_at = CASE WHEN $3 THEN coalesce(m.bounced_at, clock_timestamp()) ELSE m.bounced_at END
     FROM before b WHERE m.shard = b.shard AND m.id = b.id RETURNING m.shard, m.id, m.user_id, m.bounced_at IS NOT NULL AND b.bounced_at IS NULL AS is_new
   ), told AS (
     INSERT INTO activity_events (shard, user_id, action) SELECT k.shard, k.user_id, 'mailbox.in_doubt' FROM marked k WHERE k.is_new AND k.user_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM outgoing_mails o WHERE o.shard = k.shard AND o.user_id = k.user_id AND o.bounced_at IS NOT NULL AND o.id <> k.id)
   )
   SELECT id FROM marked`,
)

/** @param isGone whether there is no such mailbox @returns the mail that came back, if it is known */
export const markBounced = async (bounceId: string, status: string, isGone: boolean): Promise<string | null> =>
  (await sql.query(MARK_BOUNCED, [bounceId, status, isGone, bounceShards(bounceId)]))[0]?.id ?? null

/** @returns null when it is gone, too old or delivered */
export const findWaitingMail = async (id: string) => (await sql.query(FIND_WAITING, [id, shardOf(id)]))[0] ?? null

export const markDelivered = (id: string) => sql.query(MARK_DELIVERED, [id, shardOf(id)])

export const markProblem = (id: string, code: string) => sql.query(MARK_PROBLEM, [id, code, shardOf(id)])

/** Newest first. */
export const findRecentMails = (db: Prisma, take: number) =>
  db.outgoingMail.findMany({
    orderBy: { createdAt: 'desc' },
    take,
    select: { id: true, kind: true, createdAt: true, deliveredAt: true, lastProblem: true, contentSealed: true, masterKeyId: true },
  })
