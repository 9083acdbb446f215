import { apartFromTransaction, transaction } from '#lib/core/db'
import { lockDocument, settleDocument } from '../store/documents'
import { type ContestState, nextContest } from './lifecycle'
import { type Contest, findContest, moveContest, removeClaims, restoreClaims } from './store'
import { tell } from './tell'

export type Side = 'earlier' | 'contesting'

export type ContestOutcome = { kind: 'decided'; contest: Contest } | { kind: 'unknown' } | { kind: 'decided_before'; state: ContestState }

/**
 * The operator's decision whose document it is. It stays where it is, and what was suspended counts again; or it goes
 * over, and what came from it is removed from the account that had it. Both are told, neither of the other.
 */
export const decideContest = (id: string, keep: Side): Promise<ContestOutcome> =>
  transaction(async (tx) => {
    const found = await findContest(tx, id)
    if (!found) return { kind: 'unknown' }
    await lockDocument(tx, found.fingerprint)
    // Read again: it may have been answered or decided while we waited.
    const contest = (await findContest(tx, id)) as Contest
    const to = nextContest(contest.state, keep === 'earlier' ? 'keep_earlier' : 'keep_contesting')
    if (!to) return { kind: 'decided_before', state: contest.state }
    const { fingerprint, holderId, contestingId, contestingChecks } = contest
    // First what is on the holder's shard, and may be done twice: the decision is what is known of it last.
    await apartFromTransaction(() => transaction((own) => (keep === 'earlier' ? restoreClaims(own, contest) : removeClaims(own, contest))))
    await moveContest(tx, contest, to)
    await settleDocument(tx, fingerprint, keep === 'earlier' ? null : { userId: contestingId, checks: contestingChecks })
    const [winner, loser] = keep === 'earlier' ? [holderId, contestingId] : [contestingId, holderId]
    await tell(tx, winner, 'contest_won')
    await tell(tx, loser, 'contest_lost')
    return { kind: 'decided', contest }
  })
