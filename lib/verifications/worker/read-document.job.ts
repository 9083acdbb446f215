import { databaseNow, transaction, withDatabase } from '#lib/core/db'
import type { Payload } from '#lib/jobs/store'
import type { Queue } from '#lib/jobs/work-queue'
import { openPictures } from '../image-box'
import { READ_DOCUMENT } from '../page/take-pictures'
import { type DocumentKind, picturesFor } from '../picture-kinds'
import { findImageKey } from '../store/image-keys'
import { readImage } from '../store/images'
import { findVerification } from '../store/verifications'
import { type Engine, judgePictures } from './judge-pictures'
import { recoverLost } from './recover-lost'
import { settleReading } from './settle-reading'

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
    return 'done'
  },
  // Three processes died over it, or a fault of ours: the person is asked for other pictures.
  giveUp: async (payload) => {
    const { session: id, attempt } = payload as Payload & Attempt
    await settleReading(id, attempt, { ok: false, failure: 'document_unreadable' })
  },
})

/** @returns null when there is nothing to read: decided meanwhile, or a crash took the pictures */
async function findSubmitted(id: string, attempt: number) {
  const { session, key, now } = await withDatabase(async (db) => ({
    session: await findVerification(db, { id }),
    key: await findImageKey(db, id),
    now: await databaseNow(db),
  }))
  if (session?.status !== 'processing' || session.attempt !== attempt) return null
  const needed = picturesFor(session.documentKind as DocumentKind, session.minAssurance)
  const images = (await Promise.all(needed.map((kind) => readImage(id, kind)))).filter((image) => image !== null)
  if (key && images.length === needed.length) return { session, pictures: openPictures(session, key, images), now }
  await transaction((tx) => recoverLost(tx, { id }))
  return null
}
