import type { Queryable } from '#lib/core/db'
import { isMailOff } from '#lib/core/env'
import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import { newIdOn, OF_COMPANIES, type Shard, shardOf } from '#lib/core/shard'
import { enqueueJob } from '#lib/jobs/store'
import { insertOutgoingMail, type NewMail } from './store'

/** A mail of ours, ready to send. @property logo of the app it is about, by its id: the picture is put in when it is sent */
export type MailContent = { to: string; subject: string; text: string; html: string; logo?: string }

/** Whose mail it is: it disappears with them. The operator's disappears with time. */
export type Addressee = { userId: string } | { staffId: string } | { inviteId: string } | { operator: true }

export const DELIVER_MAIL = 'deliver-mail'

const KEEP_SECONDS = 7 * 24 * 3600

const place = (id: string): Place => ({ table: 'outgoing_mails', row: id, column: 'content_sealed' })

/**
 * Puts a mail into the queue, in the transaction of the change it tells of. The worker sends it. Where mail is off nothing is
 * kept: a link that nobody is sent would only lie there.
 * @param kind what the mail is for, such as `confirm_email`; shown in the development outbox
 */
export async function enqueueMail(tx: Queryable, addressee: Addressee, kind: string, content: MailContent): Promise<void> {
  if (isMailOff()) return
  const mail = sealMail(addressee, kind, content)
  await insertOutgoingMail(tx, mail, KEEP_SECONDS)
  await enqueueJob(tx, DELIVER_MAIL, { mail: mail.id })
}

const shardOfMail = (addressee: Addressee): Shard => ('operator' in addressee ? OF_COMPANIES : shardOf(Object.values(addressee)[0] as string))

function sealMail(addressee: Addressee, kind: string, content: MailContent): NewMail {
  const id = newIdOn('mai', shardOfMail(addressee))
  const { sealed, masterKeyId } = sealWithMasterKey(Buffer.from(JSON.stringify(content)), place(id))
  return { id, ...addressee, kind, contentSealed: sealed, masterKeyId }
}

export const openMail = (row: { id: string; contentSealed: Uint8Array; masterKeyId: string }): MailContent =>
  JSON.parse(openWithMasterKey(row.contentSealed, row.masterKeyId, place(row.id)).toString()) as MailContent
