import type { Prisma } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import type { Checks, Ending } from '../schema'
import type { LinkedDocument } from '../store/documents'
import { judgeContest } from './judge-contest'
import { findOpenContest, hasLostContest, insertContest, suspendClaims } from './store'
import { tell } from './tell'

type Showing = { contestingId: string; document: LinkedDocument; checks: Checks }

/**
 * Somebody showed a document of another account with their face. Both are told, neither of the other; what the document
 * says is suspended where nobody ever showed a face with it. The caller holds the document's row.
 * @returns how the session ends in which it was shown
 */
export async function openContest(tx: Prisma, { contestingId, document, checks }: Showing): Promise<Ending> {
  const { fingerprint, userId: holderId } = document
  const isOpen = (await findOpenContest(tx, fingerprint)) !== null
  const verdict = judgeContest({ holder: document, isOpen, hasLost: await hasLostContest(tx, fingerprint, contestingId) })
  if (verdict.kind === 'refuse') return verdict.code
  const contest = {
    id: newId('con'),
    fingerprint,
    holderId,
    contestingId,
    state: verdict.state,
    holderChecks: document.checks,
    contestingChecks: checks,
  }
  await insertContest(tx, contest)
  if (verdict.state === 'suspended') await suspendClaims(tx, contest)
  await tell(tx, holderId, verdict.state === 'suspended' ? 'suspended' : 'contested')
  await tell(tx, contestingId, 'contest_opened')
  return 'contest_opened'
}
