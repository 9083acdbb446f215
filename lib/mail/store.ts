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

export type WaitingMail = { content_sealed: Buffer; master_key_id: string }

const FIND_WAITING = statement<WaitingMail>(
  'find_waiting_mail',
  `SELECT content_sealed, master_key_id FROM outgoing_mails WHERE id = $1 AND delivered_at IS NULL AND expires_at > clock_timestamp()`,
)

const MARK_DELIVERED = statement<object>(
  'mark_mail_delivered',
  `UPDATE outgoing_mails SET delivered_at = clock_timestamp(), last_problem = NULL WHERE id = $1`,
)

const MARK_PROBLEM = statement<object>('mark_mail_problem', `UPDATE outgoing_mails SET last_problem = $2 WHERE id = $1`)

/** @returns null when it is gone, too old or delivered */
export const findWaitingMail = async (id: string) => (await sql.query(FIND_WAITING, [id]))[0] ?? null

export const markDelivered = (id: string) => sql.query(MARK_DELIVERED, [id])

export const markProblem = (id: string, code: string) => sql.query(MARK_PROBLEM, [id, code])

/** Newest first. */
export const findRecentMails = (db: Prisma, take: number) =>
  db.outgoingMail.findMany({
    orderBy: { createdAt: 'desc' },
    take,
    select: { id: true, kind: true, createdAt: true, deliveredAt: true, lastProblem: true, contentSealed: true, masterKeyId: true },
  })
