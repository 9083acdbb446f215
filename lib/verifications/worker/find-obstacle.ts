import type { Prisma } from '#lib/core/db'
import { findOpenContest } from '../contest/store'
import { type Checks, hasFace, type Obstacle } from '../schema'
import type { LinkedDocument } from '../store/documents'

/**
 * What stands between a document that was read and its confirmation: it belongs to another account, or somebody
 * contests it and showed more than this. The company is told neither.
 */
export async function findObstacle(tx: Prisma, document: LinkedDocument | null, userId: string, checks: Checks): Promise<Obstacle | null> {
  if (!document) return null
  if (document.userId !== userId) return 'document_already_linked'
  if (hasFace(checks)) return null
  return (await findOpenContest(tx, document.fingerprint))?.state === 'suspended' ? 'document_suspended' : null
}
