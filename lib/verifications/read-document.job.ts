import { withDatabase } from '#lib/core/db'
import type { Payload } from '#lib/jobs/store'
import type { Queue } from '#lib/jobs/work-queue'
import { openPictures } from './image-box'
import { type Engine, judgePictures } from './judge-pictures'
import { type DocumentKind, picturesFor } from './pictures'
import { settleReading } from './settle-reading'
import { readImage } from './store/images'
import { databaseNow, findSession } from './store/sessions'
import { READ_DOCUMENT } from './take-pictures'

type Attempt = { session: string; attempt: number }

/**
 * Reads the pictures of submitted attempts. It may be begun again after a crash: only the first result counts, and none
 * of a session that is not waiting any more.
 */
export const readDocumentQueue = (engine: Engine, lanes: number): Queue => ({
  kind: READ_DOCUMENT,
  lanes,
  maxTries: 3,
  work: async (payload) => {
    const { session: id, attempt } = payload as Payload & Attempt
    const submitted = await findSubmitted(id, attempt)
    if (submitted) await settleReading(id, attempt, await judgePictures(engine, submitted))
  },
  // Three processes died over it, or a fault of ours: the person is asked for other pictures.
  giveUp: async (payload) => {
    const { session: id, attempt } = payload as Payload & Attempt
    await settleReading(id, attempt, { ok: false, failure: 'document_unreadable' })
  },
})

async function findSubmitted(id: string, attempt: number) {
  const { session, now } = await withDatabase(async (db) => ({ session: await findSession(db, { id }), now: await databaseNow(db) }))
  if (session?.status !== 'processing' || session.attempt !== attempt || !session.imageKeySealed) return null
  const images = await Promise.all(picturesFor(session.documentKind as DocumentKind, session.fields).map((kind) => readImage(id, kind)))
  return { session, pictures: openPictures(session, images.filter(isThere)), now }
}

const isThere = <Value>(value: Value | null): value is Value => value !== null
