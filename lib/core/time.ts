/** RFC 3339 in UTC with whole seconds, as every REST answer shows times. */
export const rfc3339 = (date: Date) => `${date.toISOString().slice(0, 19)}Z`

/** Seconds since the epoch. @see RFC 7519 §2, NumericDate */
export const numericDate = (date: Date) => Math.floor(date.getTime() / 1000)

/** YYYY-MM-DD in UTC. */
export const utcDay = (date: Date) => date.toISOString().slice(0, 10)
