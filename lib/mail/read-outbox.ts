import { withDatabase } from '#lib/core/db'
import { type MailContent, openMail } from './outgoing-mail'
import { findRecentMails } from './store'

const SHOWN = 50

export type OutboxMail = MailContent & { id: string; kind: string; createdAt: Date; deliveredAt: Date | null }

/** The newest mails, opened. For the development outbox of the embedded default only. */
export async function readOutbox(take = SHOWN): Promise<OutboxMail[]> {
  const rows = await withDatabase((db) => findRecentMails(db, take))
  return rows.map((row) => ({ id: row.id, kind: row.kind, createdAt: row.createdAt, deliveredAt: row.deliveredAt, ...openMail(row) }))
}
