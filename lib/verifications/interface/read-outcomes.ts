import { withDatabase } from '#lib/core/db'
import { statusOf } from '../present-outcome'
import { countByState } from '../store/outcomes'

const DAYS = 30
/** Counts below are not shown, so that nobody can be singled out. */
const FEWEST = 5

const SHOWN = ['verified', 'retry_required', 'failed', 'expired', 'canceled'] as const

/** Null: too small to be shown. */
export type Shown = number | null

const shown = (count: number): Shown => (count > 0 && count < FEWEST ? null : count)

/** Where what was verified came from. One of the two that is too small would follow from the other, so neither is shown then. */
export function bySource(verified: number, wallet: number): { source: 'photograph' | 'wallet'; count: Shown }[] {
  const counts = { photograph: verified - wallet, wallet }
  const isHidden = Object.values(counts).some((count) => shown(count) === null)
  return (['photograph', 'wallet'] as const).map((source) => ({ source, count: isHidden ? null : counts[source] }))
}

/** How a company's sessions of the last weeks stand, and by what the verified ones were. */
export async function readOutcomes(companyId: string) {
  const counts = await withDatabase((db) => countByState(db, companyId, DAYS))
  const sum = (rows: typeof counts) => rows.reduce((total, { count }) => total + count, 0)
  const of = (status: (typeof SHOWN)[number]) => counts.filter(({ state }) => statusOf(state) === status)
  const verified = of('verified')
  return {
    outcomes: SHOWN.map((status) => ({ status, count: shown(sum(of(status))) })),
    sources: sum(verified) > 0 ? bySource(sum(verified), sum(verified.filter(({ assurance }) => assurance === 'wallet'))) : [],
  }
}
