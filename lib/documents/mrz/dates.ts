/** No document is valid for longer; a year further ahead belongs to the century before. */
const LONGEST_VALIDITY_YEARS = 25

/** Days ahead of today for which a birth a hundred years ago is less likely than a slip of whoever wrote the zone. */
const SLIP_DAYS = 31

const FILLER = '<<'

/**
 * A birth date lies in the past, so its century is the latest one that keeps it there.
 * @param text `YYMMDD` with `<<` for parts the issuer does not know
 * @returns `YYYY-MM-DD`, `YYYY-MM`, `YYYY`, null for a wholly unknown date, undefined for one that cannot be, `ambiguous`
 * for one of the next days: nobody is a hundred years old by mistake
 * @see ICAO 9303-3 §4.8
 */
export function parseBirthDate(text: string, today: Date): string | null | 'ambiguous' | undefined {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)] as [string, string, string]
  if (text === FILLER.repeat(3)) return null
  const known = day !== FILLER ? text : month !== FILLER ? text.slice(0, 4) : year
  if (!/^(\d\d){1,3}$/.test(known) || (month === FILLER && day !== FILLER)) return undefined
  const now = isoDay(today)
  const candidates = centuriesAround(today).map((century) => isoDate(century, known))
  const soon = isoDay(new Date(today.getTime() + SLIP_DAYS * 86_400_000))
  if (candidates.some((date) => date?.length === soon.length && date > now && date <= soon)) return 'ambiguous'
  return candidates.findLast((date) => date !== undefined && date <= now.slice(0, date.length))
}

/**
 * @param text `YYMMDD`
 * @returns `YYYY-MM-DD`, undefined for a date that cannot be
 */
export function parseExpiryDate(text: string, today: Date): string | undefined {
  if (!/^\d{6}$/.test(text)) return undefined
  const latest = today.getUTCFullYear() + LONGEST_VALIDITY_YEARS
  const candidates = centuriesAround(today).map((century) => isoDate(century, text))
  return candidates.findLast((date) => date !== undefined && Number(date.slice(0, 4)) <= latest)
}

/** `YYYY-MM-DD` in UTC. */
export const isoDay = (date: Date) => date.toISOString().slice(0, 10)

function centuriesAround(today: Date): number[] {
  const century = Math.floor(today.getUTCFullYear() / 100)
  return [century - 1, century, century + 1]
}

function isoDate(century: number, digits: string): string | undefined {
  const parts = [`${century}${digits.slice(0, 2)}`, digits.slice(2, 4), digits.slice(4, 6)].filter((part) => part !== '')
  const date = parts.join('-')
  const whole = [parts[0], parts[1] ?? '01', parts[2] ?? '01'].join('-')
  const parsed = new Date(`${whole}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && isoDay(parsed) === whole ? date : undefined
}
