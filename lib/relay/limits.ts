const MEBIBYTE = 1024 * 1024

/** What the relay takes on, and for how long. */
export const MAX_MESSAGE_BYTES = 25 * MEBIBYTE
export const MAX_HEAD_BYTES = 256 * 1024
export const MAX_RECIPIENTS = 20
export const MAX_RECEIVED_LINES = 30
export const MAX_CLIENTS = 100
/** Bodies held in memory by one receiver. */
export const MAX_BYTES_IN_FLIGHT = 64 * MEBIBYTE
/** Space that must be left where the data is. */
export const MIN_FREE_DISK_BYTES = 256 * MEBIBYTE
export const MAX_PER_ALIAS = { hour: 60, day: 200 }
/** Mail that could not be delivered by then has failed. */
export const KEEP_SECONDS = 48 * 3600
export const BOUNCE_DAYS = 30
export const PAUSE_AFTER = { hardBounces: 3, days: 7 }
