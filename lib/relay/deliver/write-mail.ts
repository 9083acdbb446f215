import { Readable } from 'node:stream'
import { env } from '#lib/core/env'
import { PersonVault } from '#lib/users/person'
import { openFirstChunk, openNextChunk } from '../body/chunks'
import { bounceAddress } from '../bounce/bounce-address'
import { type Draft, openDraft } from '../head/draft'
import { finishHead } from '../head/finish-head'
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

/** Writes the new head in front of the body and signs it; the person's address is opened only here. */
export async function writeMail(mail: OpenMail): Promise<WrittenMail> {
  const draft = openDraft(mail.message_id, mail.head_sealed, mail.message_key_id)
  const { to, alias, from } = mail.user_id === null ? postmasterEnvelope() : personEnvelope(mail)
  const lines = finishHead(draft, alias, mail.user_id === null ? 'postmaster' : 'person')
  const signature = await dkimSignature(lines, draft.bodyHash, await dkimSigner(), new Date())
  const head = Buffer.from(`${[signature, ...lines].join('\r\n')}\r\n\r\n`, 'latin1')
  const bodyStart = openFirstChunk(mail.message_id, mail.first_chunk, mail.message_key_id)
  return {
    from: draft.isNullSender ? '' : from,
    to,
    head,
    bodyStart,
    content: draft.chunks === 1 ? Buffer.concat([head, bodyStart]) : Readable.from(pieces(mail, draft, head, bodyStart), { objectMode: false }),
    hasEightBit: draft.hasEightBit,
  }
}

function personEnvelope(mail: OpenMail) {
  const vault = PersonVault.of({ id: mail.user_id as string, dataKeySealed: mail.data_key_sealed, masterKeyId: mail.user_key_id })
  return {
    to: vault.openEmail(mail.email_sealed),
    alias: `${mail.alias_local_part}@${env().ALIAS_DOMAIN}`,
    from: bounceAddress(mail.bounce_id as string, new Date()),
  }
}

function postmasterEnvelope() {
  const alias = `postmaster@${env().ALIAS_DOMAIN}`
  return { to: env().POSTMASTER_ADDRESS ?? `postmaster@${new URL(env().BASE_URL).hostname}`, alias, from: alias }
}

/** A large body is never held as a whole. */
async function* pieces(mail: OpenMail, draft: Draft, head: Buffer, bodyStart: Buffer) {
  yield head
  yield bodyStart
  for (let position = 1; position < draft.chunks; position++) {
    yield* openNextChunk(mail.message_id, position, mail.message_key_id, (take) => readChunk(mail.message_id, position, take))
  }
}
