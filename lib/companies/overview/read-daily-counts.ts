import { findAppChoice } from '#lib/apps/choices-store'
import { utcDay } from '#lib/core/time'
import { COUNTED, type CountedAction, DAYS, findCountsOfApp, findCountsOfCompany } from './daily-counts-store'
import { type ShownCount, suppress, suppressedTotal } from './suppress-small-counts'

export type ShownDay = { day: string } & Record<CountedAction, ShownCount>

/** What a company may see of what happens at its apps: numbers a day, none of them about a few people. */
export type DailyCounts = { days: ShownDay[]; isEmpty: boolean }

/** @param appId one app, or null for all of them. @returns null for an app the company has not */
export async function readDailyCounts(companyId: string, appId: string | null): Promise<DailyCounts | null> {
  if (appId !== null && (await findAppChoice(companyId, appId)) === null) return null
  const all = lastDays(new Date())
  const counts = appId === null ? await ofCompany(companyId, all[0] as string) : await ofApp(companyId, appId, all[0] as string)
  const shown = (day: string, action: CountedAction) => counts.find((one) => one.day === day && one.action === action)?.count
  const days = all.map((day) => ({ day, ...Object.fromEntries(COUNTED.map((action) => [action, zeroIfNone(shown(day, action))])) }) as ShownDay)
  return { days, isEmpty: counts.length === 0 }
}

/** Nothing was counted: zero. */
const zeroIfNone = (count: ShownCount | undefined): ShownCount => (count === undefined ? 0 : count)

const ofApp = async (companyId: string, appId: string, since: string) =>
  (await findCountsOfApp(companyId, appId, since)).map(({ count, ...rest }) => ({ ...rest, count: suppress(count) }))

const ofCompany = async (companyId: string, since: string) =>
  (await findCountsOfCompany(companyId, since)).map(({ shown, hidden, hidden_sum: hiddenSum, ...rest }) => ({
    ...rest,
    count: suppressedTotal({ shown, hidden, hiddenSum }),
  }))

/** The days that are shown, the oldest first. */
function lastDays(today: Date): string[] {
  const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - DAYS + 1)
  return Array.from({ length: DAYS }, (_, n) => utcDay(new Date(start + n * 86_400_000)))
}
