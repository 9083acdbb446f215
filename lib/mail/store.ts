import { type Prisma, type Queryable, sql, statement } from '#lib/core/db'

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
  `INSERT INTO outgoing_mails (id, user_id, staff_id, invite_id, kind, content_sealed, master_key_id, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + make_interval(secs => $8))`,
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
  ])

export type DueMail = { id: string; content_sealed: Buffer; master_key_id: string; attempts: number }

// The try is counted and the next one planned before it is made, so a worker that dies in the middle costs one interval
// and two workers never hold the same mail.
const TAKE_DUE = statement<DueMail>(
  'take_due_mail',
  `UPDATE outgoing_mails SET attempts = attempts + 1, next_attempt_at = clock_timestamp() + make_interval(mins => least(power(2, attempts)::int, 240))
   WHERE id = (
     SELECT id FROM outgoing_mails WHERE next_attempt_at <= clock_timestamp() AND expires_at > clock_timestamp()
     ORDER BY next_attempt_at FOR UPDATE SKIP LOCKED LIMIT 1
   )
   RETURNING id, content_sealed, master_key_id, attempts`,
)

const MARK_DELIVERED = statement<object>(
  'mark_mail_delivered',
  `UPDATE outgoing_mails SET delivered_at = clock_timestamp(), next_attempt_at = NULL, last_problem = NULL WHERE id = $1`,
)

const MARK_PROBLEM = statement<object>(
  'mark_mail_problem',
  `UPDATE outgoing_mails SET last_problem = $2, next_attempt_at = CASE WHEN $3 THEN NULL ELSE next_attempt_at END WHERE id = $1`,
)

export async function takeDueMail(): Promise<DueMail | null> {
  const [row] = await sql.query(TAKE_DUE, [])
  return row ?? null
}

export const markDelivered = (id: string) => sql.query(MARK_DELIVERED, [id])

export const markProblem = (id: string, code: string, isFinal: boolean) => sql.query(MARK_PROBLEM, [id, code, isFinal])

/** Newest first. */
export const findRecentMails = (db: Prisma, take: number) =>
  db.outgoingMail.findMany({
    orderBy: { createdAt: 'desc' },
    take,
    select: { id: true, kind: true, createdAt: true, deliveredAt: true, lastProblem: true, contentSealed: true, masterKeyId: true },
  })
