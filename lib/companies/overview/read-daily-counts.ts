import { withDatabase } from '#lib/core/db'
import { utcDay } from '#lib/core/time'
import { COUNTED, type CountedAction, countDailyOfApp, countDailyOfCompany, DAYS, findAppName, findAppNames } from './daily-counts-store'
import { type ShownCount, SMALLEST_SHOWN, suppress, suppressedTotal } from './suppress-small-counts'

export type ShownDay = { day: string } & Record<CountedAction, ShownCount>

/** What a company may see of what happens at its apps: numbers a day, none of them about a few people. @property apps to choose from */
export type DailyCounts = { apps: { id: string; name: string }[]; days: ShownDay[]; isEmpty: boolean }

/** More apps than anybody would look through in a menu. */
export const MOST_CHOICES = 500

/** @param appId one app, or null for all of them. @returns null for an app the company has not */
export async function readDailyCounts(companyId: string, appId: string | null): Promise<DailyCounts | null> {
  const apps = await choices(companyId, appId)
  if (apps === null) return null
  const starts = lastDays(new Date())
  const counts = appId === null ? await ofCompany(companyId, starts) : await ofApp(companyId, appId, starts)
  const shown = (nth: number, action: CountedAction) => counts.find((one) => one.day === nth && one.action === action)?.count
  const days = starts.map(
    (start, nth) => ({ day: utcDay(start), ...Object.fromEntries(COUNTED.map((action) => [action, nullIfHidden(shown(nth, action))])) }) as ShownDay,
  )
  return { apps, days, isEmpty: counts.length === 0 }
}

/** Nothing was counted: zero. */
const nullIfHidden = (count: ShownCount | undefined): ShownCount => (count === undefined ? 0 : count)

/** The first by name, and the one that was chosen. */
async function choices(companyId: string, appId: string | null) {
  const apps = await withDatabase((db) => findAppNames(db, companyId, MOST_CHOICES))
  if (appId === null || apps.some(({ id }) => id === appId)) return apps
  const chosen = await withDatabase((db) => findAppName(db, companyId, appId))
  return chosen && [chosen, ...apps]
}

const ofApp = async (companyId: string, appId: string, starts: Date[]) =>
  (await countDailyOfApp(companyId, appId, starts)).map(({ count, ...rest }) => ({ ...rest, count: suppress(count) }))

const ofCompany = async (companyId: string, starts: Date[]) =>
  (await countDailyOfCompany(companyId, starts, SMALLEST_SHOWN)).map(({ shown, hidden, hidden_sum: hiddenSum, ...rest }) => ({
    ...rest,
    count: suppressedTotal({ shown, hidden, hiddenSum }),
  }))

/** The beginnings of the days that are shown, the oldest first. */
function lastDays(today: Date): Date[] {
  const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - DAYS + 1)
  return Array.from({ length: DAYS }, (_, n) => new Date(start + n * 86_400_000))
}
