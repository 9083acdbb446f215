import { withDatabase } from '#lib/core/db'
import { COUNTED, type CountedAction, countDaily, DAYS, findAppNames } from './daily-counts-store'
import { type ShownCount, suppress, suppressedSum } from './suppress-small-counts'

export type ShownDay = { day: string } & Record<CountedAction, ShownCount>

/** What a company may see of what happens at its apps: numbers a day, none of them about a few people. */
export type DailyCounts = { apps: { id: string; name: string }[]; days: ShownDay[]; isEmpty: boolean }

/** @param appId one app, or null for all of them. @returns null for an app the company has not */
export async function readDailyCounts(companyId: string, appId: string | null): Promise<DailyCounts | null> {
  const apps = await withDatabase((db) => findAppNames(db, companyId))
  if (appId !== null && !apps.some(({ id }) => id === appId)) return null
  const counts = (await countDaily(companyId)).filter((count) => appId === null || count.appId === appId)
  const shown = (day: string, action: CountedAction): ShownCount => {
    const perApp = counts.filter((count) => count.day === day && count.action === action).map(({ count }) => count)
    return appId === null ? suppressedSum(perApp) : suppress(perApp[0] ?? 0)
  }
  const days = lastDays(new Date()).map((day) => ({ day, ...Object.fromEntries(COUNTED.map((action) => [action, shown(day, action)])) }) as ShownDay)
  return { apps, days, isEmpty: counts.length === 0 }
}

/** The days that are shown, the oldest first. */
function lastDays(today: Date): string[] {
  const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - DAYS + 1)
  return Array.from({ length: DAYS }, (_, n) => new Date(start + n * 86_400_000).toISOString().slice(0, 10))
}
