import { countRequests } from './read-store'
import { LATENCY_ENDS } from './seen'

export const RANGES = { day: { hours: 24, unit: 'hour' }, week: { hours: 168, unit: 'day' }, month: { hours: 720, unit: 'day' } } as const

export type Range = keyof typeof RANGES

export const isRange = (text: unknown): text is Range => typeof text === 'string' && Object.hasOwn(RANGES, text)

/** @property at when the hour or day begins, in UTC */
export type Bucket = { at: Date; good: number; failed: number }

/** @property failures by code, the most frequent first, each with the nearer reasons there are */
export type Charts = {
  buckets: Bucket[]
  total: number
  failed: number
  latency: number[]
  failures: { code: string; count: number; reasons: { reason: string; count: number }[] }[]
}

const HOUR = 3_600_000

/** What an app, a key or a whole company asked for in a range, and what came of it. @param now whose hour or day is the last one */
export async function readCharts(companyId: string, subjectId: string, range: Range, now = new Date()): Promise<Charts> {
  const { hours, unit } = RANGES[range]
  const width = unit === 'hour' ? 1 : 24
  const rows = (await countRequests(companyId, subjectId, unit, hours / width - 1)).map((row) => ({ ...row, count: Number(row.count) }))
  const last = Math.floor(now.getTime() / (width * HOUR)) * width * HOUR
  const buckets = Array.from({ length: hours / width }, (_, n) => {
    const at = new Date(last - (hours - (n + 1) * width) * HOUR)
    const inside = rows.filter(({ bucket }) => bucket.getTime() === at.getTime())
    const failed = sum(inside.filter(({ code }) => code !== ''))
    return { at, good: sum(inside) - failed, failed }
  })
  const failures = mostFirst(rows, 'code').map(({ name: code, count, of }) => ({
    code,
    count,
    reasons: mostFirst(of, 'reason').map(({ name: reason, count: some }) => ({ reason, count: some })),
  }))
  return {
    buckets,
    total: sum(rows),
    failed: sum(failures),
    latency: Array.from({ length: LATENCY_ENDS.length + 1 }, (_, n) => sum(rows.filter(({ latency }) => latency === n))),
    failures,
  }
}

const sum = (of: readonly { count: number }[]) => of.reduce((total, { count }) => total + count, 0)

/** Rows by what they have in a column, those with nothing there left out. */
function mostFirst<Row extends { count: number }>(rows: readonly Row[], column: keyof Row & ('code' | 'reason')) {
  const names = [...new Set(rows.map((row) => String(row[column])))].filter(Boolean)
  return names
    .map((name) => rows.filter((row) => row[column] === name))
    .map((of) => ({ name: String(of[0]?.[column]), count: sum(of), of }))
    .sort((a, b) => b.count - a.count)
}
