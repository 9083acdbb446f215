import { Readable } from 'node:stream'
import { isSameEmail } from '#lib/core/email-address'
import { env } from '#lib/core/env'
import { DEFAULT_LOCALE } from '#lib/i18n/locales'
import { MARK_LINES } from '#lib/mail/templates/texts'
import { aliasAddress } from '#lib/subjects/alias-address'
import { openSubject } from '#lib/subjects/sealed-subject'
import { PersonVault } from '#lib/users/person'
import { BodyHash } from '../body/body-hash'
import { openFirstChunk, openNextChunk } from '../body/chunks'
import { lineAbove } from '../body/line-above'
import { bounceAddress } from '../bounce/bounce-address'
import type { Draft } from '../head/draft'
import { finishHead, type Mark, type Reader } from '../head/finish-head'
import { reverseAddress } from '../reply/reverse-address'
import { type OpenMail, readChunk } from '../store/deliver'
import { dkimSigner } from './dkim-keys'
import { dkimSignature } from './dkim-signature'

/** A forwarded mail, ready to leave. */
export type WrittenMail = {
  from: string
  to: string
  head: Buffer
  bodyStart: Buffer
  content: Buffer | Readable
  hasEightBit: boolean
}

/** Writes the new head in front of the body and signs it; the person's address is opened only here. @param mark of the sender */
export async function writeMail(mail: OpenMail, draft: Draft, mark: Mark | null): Promise<WrittenMail> {
  const { to, alias, from, reader } = mail.user_id === null ? postmasterEnvelope(draft) : await personEnvelope(mail, draft, mark)
  const opened = openFirstChunk(mail.message_id, mail.first_chunk, mail.message_key_id)
  const above = mail.marks_text && reader.mark !== null && reader.mark !== 'own' ? lineAbove(draft.kept, lineOf(reader)) : null
  const bodyStart = above ? Buffer.concat([above.before, opened]) : opened
  const end = above?.after ?? Buffer.alloc(0)
  const lines = finishHead(above ? { ...draft, kept: above.kept } : draft, alias, reader)
  const hash = above ? await hashOf(pieces(mail, draft, [bodyStart], end)) : draft.bodyHash
  const signature = await dkimSignature(lines, hash, await dkimSigner(), new Date())
  const head = Buffer.from(`${[signature, ...lines].join('\r\n')}\r\n\r\n`, 'latin1')
  return {
    from: draft.isNullSender ? '' : from,
    to,
    head,
    bodyStart,
    content:
      draft.chunks === 1 ? Buffer.concat([head, bodyStart, end]) : Readable.from(pieces(mail, draft, [head, bodyStart], end), { objectMode: false }),
    hasEightBit: draft.hasEightBit,
  }
}

const lineOf = ({ mark, locale, appName }: Reader) =>
  mark === null || mark === 'own' ? '' : MARK_LINES[locale][mark].replaceAll('{app}', () => appName)

async function hashOf(body: AsyncIterable<Buffer>): Promise<string> {
  const hash = new BodyHash()
  for await (const piece of body) hash.push(piece)
  return hash.end()
}

type LetterEnvelope = { to: string; alias: string; from: string; reader: Reader }

async function personEnvelope(mail: OpenMail, draft: Draft, given: Mark | null): Promise<LetterEnvelope> {
  const holder = { userId: mail.user_id as string, dataKeySealed: mail.data_key_sealed, masterKeyId: mail.user_key_id }
  const vault = PersonVault.of({ id: holder.userId, ...holder })
  const to = vault.openEmail(mail.email_sealed)
  const mark = isTheirOwn(draft, to) ? 'own' : given
  return {
    to,
    alias: aliasAddress(openSubject(holder, mail.app_id as string, mail.pair_sealed as Buffer).aliasLocalPart),
    from: bounceAddress(mail.bounce_id as string, new Date()),
    reader: {
      role: 'person',
      mark,
      locale: (mark && vault.openProfile(mail.profile_sealed).locale) ?? DEFAULT_LOCALE,
      appName: mail.app_name ?? '',
      replyTo: await replyTo(mail, draft, vault, mark),
    },
  }
}

/**
 * Only here is it known that somebody wrote to their own alias. The sender hears the same as anybody: told apart, whoever
 * owns a mail domain could learn which of its addresses an alias belongs to.
 */
/** Where an answer goes that hides who wrote it. There is none to a mail of their own, nor to a test. */
const replyTo = async (mail: OpenMail, { answerTo }: Draft, vault: PersonVault, mark: Mark | null) =>
  answerTo === null || mark === 'own' || mail.test_id !== null
    ? null
    : reverseAddress(vault, { userId: mail.user_id as string, appId: mail.app_id as string }, answerTo)

const isTheirOwn = ({ isProven, address }: Draft, to: string) => isProven && isSameEmail(address, to)

function postmasterEnvelope(draft: Draft): LetterEnvelope {
  const alias = `postmaster@${env().ALIAS_DOMAIN}`
  const to = env().POSTMASTER_ADDRESS ?? `postmaster@${new URL(env().BASE_URL).hostname}`
  return {
    to,
    alias,
    from: alias,
    reader: { role: 'postmaster', mark: draft.isProven ? null : 'unverified', locale: DEFAULT_LOCALE, appName: '', replyTo: null },
  }
}

/** A large body is never held as a whole. */
async function* pieces(mail: OpenMail, draft: Draft, start: Buffer[], end: Buffer) {
  yield* start
  for (let position = 1; position < draft.chunks; position++) {
    yield* openNextChunk(mail.message_id, position, mail.message_key_id, (take) => readChunk(mail, position, take))
  }
  if (end.length > 0) yield end
}
