import { randomInt } from 'node:crypto'
import { databaseNow, type Prisma, transaction } from '#lib/core/db'
import { enqueueJob } from '#lib/jobs/store'
import { expireVerifications } from '../expire-verifications'
import { storePicture } from '../image-box'
import { type DocumentKind, type PictureKind, picturesFor } from '../picture-kinds'
import { endHandoffs } from '../store/handoffs'
import { deleteImages, findImageKinds } from '../store/images'
import { changeVerification, lockVerification, moveVerification, type Verification } from '../store/verifications'
import { deleteWalletRequest } from '../wallet/store'
import { recoverLost } from '../worker/recover-lost'
import { asOwner, isServed, type Visitor } from './visitor'

export const READ_DOCUMENT = 'read-document'

/** A document is chosen, or another one: pictures begin anew, with another turn of the head to ask for. */
export const chooseDocument = (visitor: Visitor, kind: DocumentKind | null) =>
  asOwner(visitor, ['in_progress'], (tx, { id }) => startPictures(tx, id, kind))

/** The same for whoever may take pictures of the session from a phone. */
export const chooseDocumentOnPhone = (sessionId: string, kind: DocumentKind | null) =>
  transaction(async (tx) => {
    await expireVerifications(tx, { id: sessionId })
    await recoverLost(tx, { id: sessionId })
    const session = await lockVerification(tx, { id: sessionId })
    if (session?.status === 'in_progress' && isServed(session)) await startPictures(tx, sessionId, kind)
  })

async function startPictures(tx: Prisma, id: string, kind: DocumentKind | null) {
  await deleteImages(tx, id)
  await deleteWalletRequest(tx, id)
  await changeVerification(tx, id, { documentKind: kind, headTurn: newHeadTurn() })
}

/** Nobody knows beforehand which way it will be. */
const newHeadTurn = () => (randomInt(2) === 0 ? 'left' : 'right')

/** After a fault that another picture may cure. */
export const tryAgain = (visitor: Visitor) =>
  asOwner(visitor, ['retry_required'], (tx, session) => moveVerification(tx, session, 'try_again', { headTurn: newHeadTurn(), failureCode: null }))

/**
 * Keeps a picture that was let in; with the last one of those needed, the attempt is submitted.
 * @returns whether the session was waiting for this picture
 */
export const addPicture = (sessionId: string, kind: PictureKind, image: Uint8Array): Promise<boolean> =>
  transaction(async (tx) => {
    await expireVerifications(tx, { id: sessionId })
    await recoverLost(tx, { id: sessionId })
    const session = await lockVerification(tx, { id: sessionId })
    if (session?.status !== 'in_progress' || !isServed(session) || session.documentKind === null) return false
    const needed = picturesFor(session.documentKind as DocumentKind, session.minAssurance)
    if (!needed.includes(kind)) return false
    await storePicture(tx, session, kind, image, await databaseNow(tx))
    const there = await findImageKinds(tx, sessionId)
    if (needed.every((one) => there.includes(one))) await submit(tx, session)
    return true
  })

/** With the last picture a phone has nothing more to do. Spec: States, attempts count on submission. */
async function submit(tx: Prisma, session: Verification): Promise<void> {
  const { attempt } = await moveVerification(tx, session, 'submit', {
    attempt: session.attempt + 1,
    attemptsUsed: session.attemptsUsed + 1,
    failureCode: null,
  })
  await endHandoffs(tx, session.id)
  await enqueueJob(tx, READ_DOCUMENT, { session: session.id, attempt })
}
