import { BEGINNING, type Digest, lineDigest } from './line-digest'
import { findChained, findHead } from './store'

const BATCH = 1000

/** @property brokenAt the first line that is not what was written, or does not follow what was; `end` where lines are missing behind the last one */
export type ChainVerdict = { lines: number; brokenAt: string | 'end' | null }

/** Reads a company's whole log as it is bound: a line that was changed, moved, put in or taken out shows. */
export async function verifyChain(companyId: string): Promise<ChainVerdict> {
  const head = await findHead(companyId)
  let [lines, after, before]: [number, string, Digest] = [0, '0', BEGINNING]
  for (;;) {
    const found = await findChained(companyId, after, BATCH)
    for (const { position, digest, ...line } of found) {
      if (!digest.equals(lineDigest(before, line))) return { lines, brokenAt: line.id }
      ;[lines, after, before] = [lines + 1, position, digest]
    }
    if (found.length < BATCH) break
  }
  // What came since it was asked for is behind it.
  const isWhole = head === null ? lines === 0 : lines > Number(head.lines) || (lines === Number(head.lines) && head.digest.equals(before))
  return { lines, brokenAt: isWhole ? null : 'end' }
}
