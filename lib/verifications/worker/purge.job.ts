import { type Prisma, transaction } from '#lib/core/db'
import { eachReachable } from '#lib/core/each-reachable'
import { deleteDecided } from '../contest/store'
import { failSoftly } from '../decide'
import { destroyMaterial } from '../destroy-material'
import { expireEverything, shardOfCompanyOf } from '../expire-verifications'
import { sweepDocuments } from '../store/documents'
import { deleteOld, findStaleMaterial, findVerification, hasAnythingOver, takeStaleMaterial } from '../store/verifications'
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
    await sweepMaterial(signal)
  }
  while (!signal.aborted && (await deleteOld(KEPT_MONTHS, BATCH)) >= BATCH);
  while (!signal.aborted && (await sweepDocuments(BATCH)) >= BATCH);
  while (!signal.aborted && (await deleteDecided(KEPT_MONTHS, BATCH)) >= BATCH);
}

async function sweepMaterial(signal: AbortSignal): Promise<void> {
  for (let done = BATCH; done > 0 && !signal.aborted; ) {
    const stale = await findStaleMaterial(MATERIAL_SECONDS, BATCH)
    done = await eachReachable(stale, shardOfCompanyOf, ({ id }) => transaction((tx) => endMaterial(tx, id)))
    if (stale.length < BATCH) return
  }
}

async function endMaterial(tx: Prisma, id: string): Promise<void> {
  const session = (await takeStaleMaterial(tx, id, MATERIAL_SECONDS)) ? await findVerification(tx, { id }) : null
  if (!session) return
  const isUndecided = session.status === 'processing' || session.status === 'reviewing'
  await (isUndecided ? failSoftly(tx, session, 'document_unreadable') : destroyMaterial(tx, session))
}
