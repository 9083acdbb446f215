import { utcDay } from '#lib/core/time'
import { PARTS, type Part } from './parts'

export const HISTORY_DAYS = 90

/** A day of UTC, `YYYY-MM-DD`. @property share of its minutes that worked, 0 to 1; null for a day before anything was noted */
export type Day = { day: string; share: number | null }

/** @property share of all minutes since the first that was noted; null before */
export type History = { part: Part; days: Day[]; share: number | null }

type Noted = { day: string; part: Part; first_minute: Date; up: number; slow: number }

const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** What became of each day up to now, oldest first. Minutes that nobody noted since the first one were down: whoever notes is what would have answered. */
export function judgeDays(rows: readonly Noted[], now: Date): History[] {
  const today = Math.floor(now.getTime() / DAY) * DAY
  return PARTS.map((part) => {
    const noted = rows.filter((row) => row.part === part)
    const first = Math.min(...noted.map(({ first_minute }) => first_minute.getTime()))
    const worked = new Map(noted.map(({ day, up, slow }) => [day, up + slow]))
    const counted = Array.from({ length: HISTORY_DAYS }, (_, nth) => {
      const begins = today - (HISTORY_DAYS - 1 - nth) * DAY
      const day = utcDay(new Date(begins))
      // The minute that runs counts once it was noted.
      const minutes = Math.floor((Math.min(begins + DAY, now.getTime()) - Math.max(begins, first)) / MINUTE)
      const good = worked.get(day) ?? 0
      return { day, good, minutes: begins + DAY <= first ? null : Math.max(minutes, good) }
    })
    const known = counted.filter((one): one is typeof one & { minutes: number } => one.minutes !== null && one.minutes > 0)
    const sum = (pick: (one: (typeof known)[number]) => number) => known.reduce((total, one) => total + pick(one), 0)
    return {
      part,
      days: counted.map(({ day, good, minutes }) => ({ day, share: minutes ? good / minutes : null })),
      share: known.length > 0 ? sum(({ good }) => good) / sum(({ minutes }) => minutes) : null,
    }
  })
}
