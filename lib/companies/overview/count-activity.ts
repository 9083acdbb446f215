import { primaries, transaction } from '#lib/core/db'
import { eachReachable } from '#lib/core/each-reachable'
import { shardsOfPrimary } from '#lib/core/shard'
import { type AppCount, addCounts, addTotals, type CompanyTotal, noteSignIns, TAKEN_AT_ONCE, takeWaiting } from './count-activity-store'
import { contribution, type Total } from './suppress-small-counts'

/** Adds up what happened since the last turn, until nothing waits. Any number of workers may do so at once. */
export async function countActivity(signal?: AbortSignal): Promise<void> {
  await eachReachable(
    primaries(),
    (nth) => shardsOfPrimary(nth)[0],
    async (nth) => {
      while (!signal?.aborted && (await countSome(nth)) >= TAKEN_AT_ONCE);
    },
  )
}

/** @param nth primary that has the counts of the companies @returns how many acts it took */
async function countSome(nth: number): Promise<number> {
  const taken = await transaction(async (tx) => {
    const acts = await takeWaiting(tx, shardsOfPrimary(nth))
    const added = merged(acts.filter((one) => one.company_id !== null))
    if (added.size > 0) {
      const counts = await addCounts(tx, [...added.values()])
      await addTotals(tx, totalsOf(counts.map((row) => ({ now: row.count, added: added.get(keyOf(row)) as AppCount }))))
    }
    return acts
  })
  const signedInto = companiesOf(taken.filter(({ action, company_id }) => action === 'app.signed_in' && company_id !== null))
  if (signedInto.length > 0) await noteSignIns(signedInto)
  return taken.reduce((sum, { count }) => sum + count, 0)
}

const keyOf = ({ app_id, action, day }: Pick<AppCount, 'app_id' | 'action' | 'day'>) => `${app_id} ${action} ${day}`

const companiesOf = (counts: readonly AppCount[]) => [...new Set(counts.map(({ company_id }) => company_id))].sort()

/** Each database has its own part of what happened at an app. */
function merged(parts: readonly AppCount[]): Map<string, AppCount> {
  const whole = new Map<string, AppCount>()
  for (const part of parts) whole.set(keyOf(part), { ...part, count: part.count + (whole.get(keyOf(part))?.count ?? 0) })
  return whole
}

/** What the companies' totals change by when an app's count came to `now`. */
function totalsOf(counts: readonly { now: number; added: AppCount }[]): CompanyTotal[] {
  const totals = new Map<string, CompanyTotal>()
  for (const { now, added } of counts) {
    const { company_id, action, day, count } = added
    const key = `${company_id} ${action} ${day}`
    const total = totals.get(key) ?? { company_id, action, day, shown: 0, hidden: 0, hiddenSum: 0 }
    totals.set(key, { ...total, ...sum(total, difference(contribution(now), contribution(now - count))) })
  }
  return [...totals.values()]
}

const sum = (one: Total, other: Total): Total => ({
  shown: one.shown + other.shown,
  hidden: one.hidden + other.hidden,
  hiddenSum: one.hiddenSum + other.hiddenSum,
})

const difference = (one: Total, other: Total): Total => ({
  shown: one.shown - other.shown,
  hidden: one.hidden - other.hidden,
  hiddenSum: one.hiddenSum - other.hiddenSum,
})
