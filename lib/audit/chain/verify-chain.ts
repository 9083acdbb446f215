import { BEGINNING, type Digest, lineDigest, pruneSeal } from './line-digest'
import { findChained, findHead, type Head } from './store'

const BATCH = 1000

/**
 * @property lines that are there and whole
 * @property pruned how many older ones were removed, since the company keeps them no longer
 * @property brokenAt the first line that is not what was written, or does not follow what was; `beginning` where lines were removed
 *   and not by us; `end` where lines are missing behind the last one
 */
export type ChainVerdict = { lines: number; pruned: number; brokenAt: string | 'beginning' | 'end' | null }

/** Reads a company's whole log as it is bound: a line that was changed, moved, put in or taken out shows. */
export async function verifyChain(companyId: string): Promise<ChainVerdict> {
  const head = await findHead(companyId)
  const verdict = await verifyFrom(companyId, head)
  if (verdict.brokenAt === null) return verdict
  // Older lines may have been removed while these were read.
  const now = await findHead(companyId)
  return now?.pruned_lines === head?.pruned_lines ? verdict : verifyFrom(companyId, now)
}

async function verifyFrom(companyId: string, head: Head | null): Promise<ChainVerdict> {
  const pruned = Number(head?.pruned_lines ?? 0)
  const start = head?.pruned_digest ?? BEGINNING
  if (pruned > 0 && !head?.pruned_seal?.equals(pruneSeal(companyId, pruned, start))) return { lines: 0, pruned, brokenAt: 'beginning' }
  let [lines, after, before]: [number, string, Digest] = [0, '0', start]
  for (;;) {
    const found = await findChained(companyId, after, BATCH)
    for (const { position, digest, ...line } of found) {
      if (!digest.equals(lineDigest(before, line))) return { lines, pruned, brokenAt: line.id }
      ;[lines, after, before] = [lines + 1, position, digest]
    }
    if (found.length < BATCH) break
  }
  // What came since it was asked for is behind it.
  const [all, told] = [pruned + lines, Number(head?.lines ?? 0)]
  const isWhole = all > told || (all === told && (head === null || head.digest.equals(before)))
  return { lines, pruned, brokenAt: isWhole ? null : 'end' }
}
