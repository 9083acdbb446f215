import { type Prisma, transaction } from '#lib/core/db'
import { destroyMaterial } from '../destroy-material'
import { next } from '../lifecycle'
import { findVerification, moveVerification, takeLost } from '../store/verifications'

/** What the page has words for while the person is asked for their pictures once more; no company is told. */
export const MATERIAL_LOST = 'material_lost'

const BATCH = 50

/**
 * A crash of the database takes pictures and their keys with it, for they are never in its log. Sessions that had some
 * begin again where the person is asked for them, and the attempt does not count. Spec: Deletion
 * @returns how many
 */
export async function recoverLost(tx: Prisma, scope: { id?: string } = {}): Promise<number> {
  const lost = await takeLost(tx, scope, BATCH)
  for (const { id } of lost) {
    const session = await findVerification(tx, { id })
    if (!session) continue
    const attemptsUsed = session.status === 'processing' ? session.attemptsUsed - 1 : session.attemptsUsed
    const isWaiting = next(session.status, 'lose') !== undefined
    const asked = isWaiting ? await moveVerification(tx, session, 'lose', { failureCode: MATERIAL_LOST, documentKind: null, attemptsUsed }) : session
    await destroyMaterial(tx, asked)
  }
  return lost.length
}

/** All of them, a batch a transaction. */
export async function recoverEverything(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await transaction((tx) => recoverLost(tx))) >= BATCH);
}
