import { isNotOver } from './live'

/** Condition on a row of `grants`: its app's company was told that it is withdrawn, and not yet that it is back. */
export const isHidden = (grant: string) =>
  `(coalesce(${grant}.hidden_from <= clock_timestamp(), false) AND (${grant}.hidden_until IS NULL OR ${grant}.hidden_until > clock_timestamp()))`

/**
 * Condition on a row of `grants`: its app's company still, or again, sees the person in its lists and their alias as one
 * that receives. It lags behind a suspension by up to a day; whatever carries data asks `isLive` instead. The end that its
 * person set is no secret from the app: it comes to every app by itself.
 */
export const isShown = (grant: string) => `(${isNotOver(grant)} AND NOT ${isHidden(grant)})`
