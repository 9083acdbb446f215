import { type Queryable, transaction } from '#lib/core/db'
import { isSameEmail } from '#lib/core/email-address'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { randomBase62 } from '#lib/core/random-id'
import { newIdOn, shardOf } from '#lib/core/shard'
import { DEFAULT_LOCALE } from '#lib/i18n/locales'
import { enqueueJob } from '#lib/jobs/store'
import { mailPerson } from '#lib/mail/person-mail'
import { MAIL_FACTS } from '#lib/mail/templates/texts'
import { aliasAddress } from '#lib/subjects/alias-address'
import { openSubject } from '#lib/subjects/sealed-subject'
import { PersonVault } from '#lib/users/person'
import { newBounceId } from '../bounce/bounce-address'
import { replyDomain } from '../destination'
import { mailDate } from '../head/finish-head'
import { LOOP_HEADER, loopToken } from '../head/loop-token'
import type { HeaderField } from '../head/parse-head'
import type { Sender } from '../head/sender'
import { Refusal } from '../receive/reply'
import type { SenderCheck } from '../receive/sender-checker'
import { type CleanReply, cleanReply, type ReplyFault } from './clean-reply'
import { openReverse, replyPlace } from './open-reply'
import { localHash } from './reverse-address'
import { findReverse, insertReply, type LiveReverse } from './store'

export const SEND_REPLY = 'send-reply'

/** What stands where a name stood. */
const NO_NAME = '[…]'

export type IncomingReply = { fields: HeaderField[]; body: Buffer; sender: Sender | null; check: SenderCheck }

/**
 * Takes a person's answer to somebody who wrote to their alias. Only they can send one, from the address of their account, for
 * which its domain vouches; to anybody else there is no such address. What cannot be cleaned is explained to them and not sent.
 * @param local of the reverse address
 * @throws Refusal
 */
export async function takeReply(local: string, { fields, body, sender, check }: IncomingReply): Promise<void> {
  const reverse = await findReverse(localHash(local))
  if (!reverse) throw new Refusal('noSuchAddress')
  const vault = PersonVault.of({ id: reverse.user_id, dataKeySealed: reverse.data_key_sealed, masterKeyId: reverse.user_key_id })
  const email = vault.openEmail(reverse.email_sealed)
  if (!check.isProven && check.isUnsure) throw new Refusal('senderUnchecked')
  if (!sender || !isSameEmail(sender.address, email)) throw new Refusal('noSuchAddress')
  const profile = vault.openProfile(reverse.profile_sealed)
  const alias = aliasOf(reverse)
  const to = openReverse(vault, {
    userId: reverse.user_id,
    appId: reverse.app_id,
    correspondentHash: reverse.correspondent_hash,
    correspondentSealed: reverse.correspondent_sealed,
  })
  const person = { id: reverse.user_id, email, locale: profile.locale ?? DEFAULT_LOCALE }
  if (!check.isProven) {
    // Whoever tries a person's address at a reverse address hears the same as at any other, and as soon.
    explainUnproven(reverse, vault, person, to).catch((error: unknown) => log.warn({ err: error }, 'an unproven answer was not explained'))
    throw new Refusal('noSuchAddress')
  }
  const names = [`${profile.given_name ?? ''} ${profile.family_name ?? ''}`.trim(), profile.given_name ?? '', profile.family_name ?? '', sender.name]
  const clean = cleanReply(
    fields,
    body.toString('latin1'),
    { email, names: names.filter((name) => name !== '' && !name.includes('@')) },
    { address: alias, name: NO_NAME },
    new Map([[`${local}@${replyDomain()}`, to]]),
  )
  const shard = shardOf(reverse.user_id)
  const id = newIdOn('rpl', shard)
  const isRefused = 'fault' in clean
  const [userId, appId] = [reverse.user_id, reverse.app_id]
  const isTaken = await transaction(async (tx) => {
    if (isRefused) return refuseReply(tx, reverse, vault, person, to, id, clean.fault)
    const taken = await insertReply(tx, {
      userId,
      id,
      appId,
      toSealed: vault.sealSecret(to, replyPlace(userId, id, 'to_sealed')),
      contentSealed: vault.sealSecret(messageOf(clean, alias, to, new Date()), replyPlace(userId, id, 'content_sealed')),
      changes: clean.changes,
      state: 'waiting',
      problem: null,
      bounceId: newBounceId(shard),
    })
    if (taken) await enqueueJob(tx, SEND_REPLY, { user: userId, reply: id })
    return taken
  })
  if (!isTaken) throw new Refusal('notNow')
  log.info({ replyId: id, fault: isRefused ? clean.fault : undefined }, isRefused ? 'reply refused' : 'reply accepted')
}

const aliasOf = (row: LiveReverse) =>
  aliasAddress(
    openSubject({ userId: row.user_id, dataKeySealed: row.data_key_sealed, masterKeyId: row.user_key_id }, row.app_id, row.pair_sealed)
      .aliasLocalPart,
  )

type Person = Parameters<typeof mailPerson>[1]

/** Lists an answer that is not sent, and tells its writer why. @returns false when there were enough of them for a day */
async function refuseReply(tx: Queryable, reverse: LiveReverse, vault: PersonVault, person: Person, to: string, id: string, fault: ReplyFault) {
  const [userId, appId] = [reverse.user_id, reverse.app_id]
  const toSealed = vault.sealSecret(to, replyPlace(userId, id, 'to_sealed'))
  const taken = await insertReply(tx, {
    userId,
    id,
    appId,
    toSealed,
    contentSealed: null,
    changes: {},
    state: 'refused',
    problem: fault,
    bounceId: null,
  })
  const reason = MAIL_FACTS[person.locale].replyFaults[fault]
  const kind = fault === 'unproven' ? 'reply_unproven' : 'reply_refused'
  if (taken) await mailPerson(tx, person, kind, { values: { to, reason }, path: '/account/aliases/replies' })
  return taken
}

/** Somebody answered in the person's name and their domain vouches for nothing: it may have been them, so they are told, once a day. */
const explainUnproven = (reverse: LiveReverse, vault: PersonVault, person: Person, to: string) =>
  transaction((tx) => refuseReply(tx, reverse, vault, person, to, newIdOn('rpl', shardOf(reverse.user_id)), 'unproven'))

/** The head of an allow-list of its own: nothing of the person's mail program is in it. Without the signature, which is made when it leaves. */
function messageOf({ subject, references, content, body }: CleanReply, alias: string, to: string, at: Date): string {
  const head = [
    `From: <${alias}>`,
    `To: <${to}>`,
    subject,
    `Date: ${mailDate(at)}`,
    `Message-ID: <rpl_${randomBase62(22).toLowerCase()}@${env().ALIAS_DOMAIN}>`,
    ...references.map(({ raw }) => raw),
    `${LOOP_HEADER}: ${loopToken()}`,
    'MIME-Version: 1.0',
    ...content,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
