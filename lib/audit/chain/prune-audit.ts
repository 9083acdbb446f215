import { onEachPrimary, transaction } from '#lib/core/db'
import { isHere, shardOfCompany } from '#lib/core/shard'
import { pruneSeal } from './line-digest'
import { findHead, findKeeping, findOldest, lockChain, pruneLines } from './store'

const BATCH = 500

/**
 * Removes lines that their companies keep no longer, from the beginning of each log. What is left stays bound: the end of what is gone is
 * remembered under a key of ours, so that nobody else can cut a log and have it look whole. Any number of processes may do it at once.
 * @returns how many
 */
export const pruneAudit = async (signal: AbortSignal): Promise<number> =>
  (await onEachPrimary(() => pruneHere(signal))).reduce((sum, pruned) => sum + pruned)

async function pruneHere(signal: AbortSignal): Promise<number> {
  let pruned = 0
  for (const { id, months } of await findKeeping()) {
    if (!isHere(shardOfCompany(id))) continue
    for (let last = BATCH; last === BATCH && !signal.aborted; pruned += last) last = await pruneSome(id, months)
  }
  return pruned
}

const pruneSome = (companyId: string, months: number): Promise<number> =>
  transaction(async (tx) => {
    await lockChain(tx)
    const oldest = await findOldest(tx, companyId, months, BATCH)
    const kept = oldest.findIndex(({ is_over }) => !is_over)
    const over = kept < 0 ? oldest : oldest.slice(0, kept)
    const last = over.at(-1)
    if (!last) return 0
    const head = await findHead(companyId, tx)
    const lines = Number(head?.pruned_lines ?? 0) + over.length
    const { digest, position } = last
    await pruneLines(tx, companyId, position, { lines, digest, seal: pruneSeal(companyId, lines, digest) })
    return over.length
  })
