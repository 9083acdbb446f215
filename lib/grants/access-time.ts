const DAY = 24 * 3600

/** For how long a person can give access, in seconds; null: until they withdraw it. */
export const ACCESS_TIMES = { until_withdrawn: null, days_90: 90 * DAY, today: DAY } as const satisfies Record<string, number | null>

/** What was chosen before, or until it is withdrawn. */
export type AccessTime = keyof typeof ACCESS_TIMES | 'as_before'

/** What a form says; anything else changes nothing. */
export const readAccessTime = (text: string | null | undefined): AccessTime =>
  text && Object.hasOwn(ACCESS_TIMES, text) ? (text as keyof typeof ACCESS_TIMES) : 'as_before'

export const secondsOf = (time: AccessTime): number | null | 'as_before' => (time === 'as_before' ? time : ACCESS_TIMES[time])
