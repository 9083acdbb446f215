import { transaction } from '#lib/core/db'
import { deleteDecided } from '../contest/store'
import { failSoftly } from '../decide'
import { destroyMaterial } from '../destroy-material'
import { expireEverything } from '../expire-verifications'
import { sweepDocuments } from '../store/documents'
import { deleteOld, findVerification, hasAnythingOver, takeStaleMaterial } from '../store/verifications'
import { recoverEverything } from './recover-lost'

/** Pictures and unconfirmed readings live no longer, with an hour left for the sweeper itself. Spec: Deletion */
const MATERIAL_SECONDS = 23 * 3600
const KEPT_MONTHS = 12
const BATCH = 50

/** Mends what a crash took, and ends what is over: sessions that ran out, pictures nobody decided on, verdicts and decisions older than a year. */
export async function purgeVerifications(signal: AbortSignal): Promise<void> {
  if (await hasAnythingOver(MATERIAL_SECONDS)) {
    await recoverEverything(signal)
    await expireEverything(signal)
    while (!signal.aborted && (await sweepMaterial()) >= BATCH);
  }
  while (!signal.aborted && (await deleteOld(KEPT_MONTHS, BATCH)) >= BATCH);
  while (!signal.aborted && (await sweepDocuments(BATCH)) >= BATCH);
  while (!signal.aborted && (await deleteDecided(KEPT_MONTHS, BATCH)) >= BATCH);
}

const sweepMaterial = (): Promise<number> =>
  transaction(async (tx) => {
    const stale = await takeStaleMaterial(tx, MATERIAL_SECONDS, BATCH)
    for (const { id } of stale) {
      const session = await findVerification(tx, { id })
      if (!session) continue
      const isUndecided = session.status === 'processing' || session.status === 'reviewing'
      await (isUndecided ? failSoftly(tx, session, 'document_unreadable') : destroyMaterial(tx, session))
    }
    return stale.length
  })
