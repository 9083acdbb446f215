import type { Prisma } from '#lib/core/db'
import { recordActivity } from '#lib/users/activity/store'
import { type Checks, hasFace } from '../schema'
import { type LinkedDocument, rememberChecks } from '../store/documents'
import { nextContest } from './lifecycle'
import { findOpenContest, moveContest, restoreClaims } from './store'

/**
 * The account that has a document showed it once more. With a face it is as good as whoever contests it: nothing stays
 * suspended, and the operator decides between equals. The caller holds the document's row.
 */
export async function answerContest(tx: Prisma, document: LinkedDocument, checks: Checks): Promise<void> {
  await rememberChecks(tx, document, checks)
  if (!hasFace(checks)) return
  const contest = await findOpenContest(tx, document.fingerprint)
  const to = contest && nextContest(contest.state, 'answer')
  if (!contest || !to) return
  await moveContest(tx, contest, to, { holderChecks: checks })
  await restoreClaims(tx, contest.id)
  await recordActivity(tx, document.userId, 'document.contest_answered')
}
