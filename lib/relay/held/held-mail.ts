import { openFirstChunk, openNextChunk } from '../body/chunks'
import type { HeldFor } from '../deliver/judge-sender'
import { openDraft } from '../head/draft'
import { decodeWords } from '../head/encoded-words'
import { decodeBytes, parseHead } from '../head/parse-head'
import { parseEntity } from '../mime/entity'
import { type ReadableMail, readableMail } from '../mime/text-of'
import { readChunk } from '../store/deliver'
import { findHeldMail, findHeldMails, type HeldRow } from './store'

/** Of a body so much is looked at: enough for whatever a person reads. */
const MAX_SHOWN_BYTES = 1024 * 1024
const MAX_SHOWN_CHARACTERS = 20_000

export type HeldMail = {
  id: string
  appId: string
  appName: string
  from: string
  isProven: boolean
  subject: string
  why: HeldFor
  at: Date
  until: Date
}

/** Mail that waits until its person has looked at it, the newest first. */
export const listHeldMails = async (userId: string): Promise<HeldMail[]> => (await findHeldMails(userId)).map(present)

function present(row: HeldRow): HeldMail {
  const draft = openDraft(row.message_id, row.head_sealed, row.master_key_id)
  const subject = parseHead(draft.kept.join('\r\n')).find(({ name }) => name === 'subject')?.value ?? ''
  return {
    id: row.message_id,
    appId: row.app_id,
    appName: row.app_name,
    from: draft.display,
    isProven: draft.isProven,
    subject: decodeWords(decodeBytes(subject)).replace(/\p{C}/gu, '').slice(0, 300),
    why: row.held_for as HeldFor,
    at: row.at,
    until: row.expires_at,
  }
}

export type OpenHeldMail = HeldMail & ReadableMail & { isCut: boolean }

/** One of them as text; null when it is gone or somebody else's. */
export async function readHeldMail(userId: string, messageId: string, appId: string): Promise<OpenHeldMail | null> {
  const row = await findHeldMail(userId, messageId, appId)
  if (!row) return null
  const draft = openDraft(row.message_id, row.head_sealed, row.master_key_id)
  const pieces = [openFirstChunk(row.message_id, row.first_chunk, row.master_key_id)]
  for (let position = 1; position < draft.chunks && sizeOf(pieces) < MAX_SHOWN_BYTES; position++) {
    for await (const piece of openNextChunk(row.message_id, position, row.master_key_id, (take) => readChunk(row, position, take))) pieces.push(piece)
  }
  const { text, attachments } = readSafely(draft.kept, Buffer.concat(pieces).toString('latin1'))
  const isCut = text.length > MAX_SHOWN_CHARACTERS
  return { ...present(row), text: text.slice(0, MAX_SHOWN_CHARACTERS), attachments, isCut }
}

const sizeOf = (pieces: Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0)

function readSafely(kept: string[], body: string): ReadableMail {
  try {
    return readableMail(parseEntity(parseHead(kept.join('\r\n')), body))
  } catch {
    return { text: '', attachments: [] }
  }
}
