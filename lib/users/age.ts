/** Today's date in a time zone, as YYYY-MM-DD. */
export const todayIn = (timeZone: string, now: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)

/**
 * Whether somebody born on `birthdate` has turned 18 by `today`, both YYYY-MM-DD. Born on 29 February, one turns 18 on
 * 1 March in a common year.
 */
export function isAdult(birthdate: string, today: string): boolean {
  const [year, month, day] = birthdate.split('-')
  const eighteenth = `${String(Number(year) + 18).padStart(4, '0')}-${month}-${day}`
  return today >= eighteenth
}
