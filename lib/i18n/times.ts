import type { Locale } from './locales'
import { rankedTags } from './ranked-tags'

/** Where nobody says where they are. */
const NOWHERE = 'UTC'

/** Date orders of a language alone: English without a region is not American. */
const PLAIN: Partial<Record<Locale, string>> = { en: 'en-150' }

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * The language with the region whose order of dates somebody is used to: that of the first preference that names one, in
 * whatever language. An American who reads Polish reads Polish dates; a Pole who reads English reads "22 Nov 2026".
 * @param preferences as in Accept-Language
 */
export function regionalTag(locale: Locale, preferences?: string | null): string {
  const region = rankedTags(preferences)
    .map((tag) => /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2}|\d{3})\b/i.exec(tag)?.[1])
    .find((found) => found !== undefined)
  return region ? `${locale}-${region.toUpperCase()}` : (PLAIN[locale] ?? locale)
}

export type Viewer = {
  locale: Locale
  /** As in Accept-Language. */
  preferences?: string | null
  /** The first of these that is a time zone counts: of the account, of the browser. */
  zones: (string | null | undefined)[]
}

export type Times = ReturnType<typeof timesFor>

/**
 * How moments and dates are told to somebody. The only place where they become words.
 * A moment (`Date`) passes through the viewer's zone. A date that is no moment (`YYYY-MM-DD`: a birth, an expiry, a day
 * that was counted in UTC) passes through none.
 */
export function timesFor({ locale, preferences, zones }: Viewer) {
  const known = zones.find((zone): zone is string => Boolean(zone) && isTimeZone(zone as string))
  const zone = known ?? NOWHERE
  const tag = regionalTag(locale, preferences)
  // What writes is made once for a page: it costs more than a hundred times what writing does.
  const writer = (options: Intl.DateTimeFormatOptions, timeZone = zone) => {
    let format: Intl.DateTimeFormat | undefined
    return (at: Date) => {
      format ??= new Intl.DateTimeFormat(tag, { ...options, timeZone })
      return format.format(at)
    }
  }
  const dateOnly = (isoDay: string) => new Date(`${isoDay}T00:00:00Z`)
  const named = { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
  const [writeDate, writeShortDate] = [writer({ dateStyle: 'long' }, NOWHERE), writer({ day: 'numeric', month: 'short' }, NOWHERE)]
  return {
    zone,
    /** "22 Nov 2026, 13:05"; where nobody knows the viewer's zone it is named. */
    moment: writer(known ? { dateStyle: 'medium', timeStyle: 'short' } : { ...named, month: 'short' }),
    /** "22 November 2026 at 13:05 CET", for what somebody may have to prove or must not miss. */
    namedMoment: writer(named),
    /** "13:05:59" */
    clock: writer({ timeStyle: 'medium' }),
    /** The day of a moment: "22 Nov 2026". */
    day: writer({ dateStyle: 'medium' }),
    /** "22 November 2026" */
    longDay: writer({ dateStyle: 'long' }),
    /** A date that is no moment: "22 November 2026". */
    date: (isoDay: string) => writeDate(dateOnly(isoDay)),
    /** A day that was counted in UTC, short enough for an axis: "22 Nov". */
    shortDate: (isoDay: string) => writeShortDate(dateOnly(isoDay)),
    /** The same for an hour: "13:00". */
    utcHour: writer({ hour: '2-digit', minute: '2-digit' }, NOWHERE),
    /** For records that people in several zones compare; the page says that it is UTC. */
    utcMoment: writer({ dateStyle: 'medium', timeStyle: 'medium' }, NOWHERE),
    /** "in 3 hours"; never more than one unit, never below a minute. */
    fromNow(at: Date, now: Date) {
      const minutes = Math.round((at.getTime() - now.getTime()) / 60_000)
      const [amount, unit] =
        Math.abs(minutes) < 90
          ? ([minutes, 'minute'] as const)
          : Math.abs(minutes) < 2880
            ? ([Math.round(minutes / 60), 'hour'] as const)
            : ([Math.round(minutes / 1440), 'day'] as const)
      return new Intl.RelativeTimeFormat(tag).format(amount, unit)
    },
  }
}
