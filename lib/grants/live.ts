/** Condition on a row of `grants`: the time that its person gave it for is not over, by the clock of the database. */
export const isNotOver = (grant: string) => `(${grant}.ends_at IS NULL OR ${grant}.ends_at > clock_timestamp())`

/** Condition on a row of `grants`: an app may use it at this moment. Whatever carries data or issues anything asks this. */
export const isLive = (grant: string) => `(${grant}.suspended_at IS NULL AND ${isNotOver(grant)})`
