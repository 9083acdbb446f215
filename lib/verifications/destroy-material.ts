import { recordAudit } from '#lib/audit/store'
import type { Prisma } from '#lib/core/db'
import { databaseNow } from '#lib/core/db'
import { endHandoffs } from './store/handoffs'
import { deleteImageKey } from './store/image-keys'
import { deleteImages } from './store/images'
import { changeVerification, type Verification } from './store/verifications'
import { deleteWalletRequest } from './wallet/store'

export const SYSTEM = { kind: 'system', id: null } as const

/**
 * Destroys the pictures of a session and the key that opens them, and what is between it and a wallet, in the transaction of whatever decided so. Spec:
 * Deletion. @param keepReading while the person reviews what was read
 */
export async function destroyMaterial(tx: Prisma, session: Verification, { keepReading = false } = {}): Promise<void> {
  const { count } = await deleteImages(tx, session.id)
  await deleteImageKey(tx, session.id)
  await endHandoffs(tx, session.id)
  if (!keepReading) await deleteWalletRequest(tx, session.id)
  const wasHeld = session.materialStatus === 'held'
  await changeVerification(tx, session.id, {
    ...(!keepReading && { readingSealed: null, materialSince: null }),
    ...(wasHeld && { materialStatus: 'deleted', materialDeletedAt: await databaseNow(tx) }),
  })
  if (wasHeld && session.companyId) {
    await recordAudit(
      tx,
      { companyId: session.companyId, ...SYSTEM },
      { action: 'verification.material_deleted', target: { kind: 'verification', id: session.id }, after: { pictures: count } },
    )
  }
}
