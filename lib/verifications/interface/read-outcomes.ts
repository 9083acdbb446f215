import { withDatabase } from '#lib/core/db'
import { statusOf } from '../present-outcome'
import { countByState } from '../store/outcomes'

const DAYS = 30
/** Counts below are not shown, so that nobody can be singled out. */
const FEWEST = 5

const SHOWN = ['verified', 'retry_required', 'failed', 'expired', 'canceled'] as const

/** How a company's sessions of the last weeks stand; null for a count too small to be shown. */
export async function readOutcomes(companyId: string) {
  const counts = await withDatabase((db) => countByState(db, companyId, DAYS))
  return SHOWN.map((status) => {
    const count = counts.filter(({ state }) => statusOf(state) === status).reduce((sum, row) => sum + row.count, 0)
    return { status, count: count > 0 && count < FEWEST ? null : count }
  })
}
