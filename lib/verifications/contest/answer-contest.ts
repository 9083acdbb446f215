import type { Prisma } from '#lib/core/db'
import { recordActivity } from '#lib/users/activity/store'
import { type Checks, hasFace } from '../schema'
import { type LinkedDocument, rememberChecks } from '../store/documents'
import { nextContest } from './lifecycle'
import { type Contest, findOpenContest, moveContest, restoreClaims } from './store'

/**
 * The contest that an account which has a document answers by showing it with a face: it is as good as whoever contests it then,
 * nothing stays suspended, and the operator decides between equals. The caller holds the document's row.
 */
export async function findAnswered(tx: Prisma, document: LinkedDocument, checks: Checks): Promise<Contest | null> {
  const contest = hasFace(checks) ? await findOpenContest(tx, document.fingerprint) : null
  return contest && nextContest(contest.state, 'answer') ? contest : null
}

/** What was suspended counts again, on the holder's shard. */
export async function restoreAnswered(tx: Prisma, contest: Contest): Promise<void> {
  await restoreClaims(tx, contest)
  await recordActivity(tx, contest.holderId, 'document.contest_answered')
}

/** What is known of the document, once all is written that follows from its showing. */
export async function answerContest(tx: Prisma, document: LinkedDocument, checks: Checks, contest: Contest | null): Promise<void> {
  await rememberChecks(tx, document, checks)
  const to = contest && nextContest(contest.state, 'answer')
  if (contest && to) await moveContest(tx, contest, to, { holderChecks: checks })
}
