import { apartFromTransaction, type Prisma, transaction } from '#lib/core/db'
import { newIdOn, shardOfHash } from '#lib/core/shard'
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
  const open = await findOpenContest(tx, fingerprint)
  // Their own, from a try that was stopped before it ended.
  const isOpen = open !== null && open.contestingId !== contestingId
  const verdict = judgeContest({ holder: document, isOpen, hasLost: await hasLostContest(tx, fingerprint, contestingId) })
  if (verdict.kind === 'refuse') return verdict.code
  const contest = {
    id: open?.id ?? newIdOn('con', shardOfHash(fingerprint)),
    fingerprint,
    holderId,
    contestingId,
    state: verdict.state,
    holderChecks: document.checks,
    contestingChecks: checks,
  }
  if (!open) await inTurn((own) => insertContest(own, contest))
  await inTurn(async (own) => {
    if (verdict.state === 'suspended') await suspendClaims(own, contest)
    await tell(own, holderId, verdict.state === 'suspended' ? 'suspended' : 'contested')
  })
  await inTurn((own) => tell(own, contestingId, 'contest_opened'))
  return 'contest_opened'
}

/** The document and both accounts may each be on a shard of its own; the session in which it was shown ends last. */
const inTurn = <Result>(work: (own: Prisma) => Promise<Result>) => apartFromTransaction(() => transaction(work))
