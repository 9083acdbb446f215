import { onEachPrimary, transaction } from '#lib/core/db'
import { BEGINNING, type Digest, lineDigest } from './line-digest'
import { chainLines, findHeads, findUnchained, lockChain, moveHeads } from './store'

const BATCH = 500

/**
 * Gives lines whose transactions are over their places, each bound to its company's line before it. It happens afterwards, so that what
 * is logged waits for nobody. Any number of processes may do it at once.
 * @returns how many
 */
export const chainAudit = async (): Promise<number> => (await onEachPrimary(chainHere)).reduce((sum, chained) => sum + chained)

async function chainHere(): Promise<number> {
  let chained = 0
  let last = BATCH
  while (last === BATCH) {
    last = await chainSome()
    chained += last
  }
  return chained
}

const chainSome = (): Promise<number> =>
  transaction(async (tx) => {
    await lockChain(tx)
    const lines = await findUnchained(tx, BATCH)
    if (lines.length === 0) return 0
    const heads = await findHeads(tx, [...new Set(lines.map(({ company_id }) => company_id))])
    const moved = new Map<string, { lines: number; digest: Digest }>()
    const digests = lines.map((line) => {
      const before = moved.get(line.company_id)
      const digest = lineDigest(before?.digest ?? heads.get(line.company_id) ?? BEGINNING, line)
      moved.set(line.company_id, { lines: (before?.lines ?? 0) + 1, digest })
      return digest
    })
    await chainLines(
      tx,
      lines.map(({ shard }) => shard),
      lines.map(({ id }) => id),
      digests,
    )
    await moveHeads(tx, moved)
    return lines.length
  })
