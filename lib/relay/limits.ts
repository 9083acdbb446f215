const MEBIBYTE = 1024 * 1024

/** What the relay takes on, and for how long. */
export const MAX_MESSAGE_BYTES = 25 * MEBIBYTE
export const MAX_HEAD_BYTES = 256 * 1024
/** Of an answer, which is cleaned as a whole. */
export const MAX_REPLY_BYTES = 10 * MEBIBYTE
export const MAX_RECIPIENTS = 20
export const MAX_RECEIVED_LINES = 30
export const MAX_CLIENTS = 100
/** At a time, of one IPv4 /24 or IPv6 /48. */
export const MAX_OF_NETWORK = 10
/** Bodies held in memory by one receiver. */
export const MAX_BYTES_IN_FLIGHT = 64 * MEBIBYTE
/** Space that must be left where the data is. */
export const MIN_FREE_DISK_BYTES = 256 * MEBIBYTE
export const MAX_PER_ALIAS = { hour: 60, day: 200 }
/** Mail that could not be delivered by then has failed. */
export const KEEP_SECONDS = 48 * 3600
export const BOUNCE_DAYS = 30
/** An alias is paused when the mailbox behind it was not there so often in so many days. */
export const PAUSE_AFTER = { hardBounces: 3, days: 7 }
/** Mail to a paused alias: for how long since it came, and how much of it for one alias. What is more pushes out the oldest. */
export const HELD = { seconds: 14 * 24 * 3600, mails: 200, bytes: 100 * MEBIBYTE }
/** What became of a mail is known for so long. */
export const OUTCOME_DAYS = 14
/** A mail that a provider might find too large. */
export const LARGE_BYTES = 5 * MEBIBYTE
/** Limits of other people's mail servers, as we remember them: the steps are wide, so that they name no provider. */
export const SIZE_STEPS = [10, 15, 20].map((mebibytes) => mebibytes * MEBIBYTE)
export const SIZE_DAYS = 30
/** Held to the last moment, then tried as long as any other mail. */
export const MESSAGE_SECONDS = HELD.seconds + KEEP_SECONDS + 3600
/** So many paused aliases of one person, and they are asked whether their address still holds. */
export const ALIASES_IN_DOUBT = 3
/** Mail for postmaster and abuse, which everybody may write to: its size, how many may wait, how many come in. */
export const ROLE_MAIL = { bytes: MEBIBYTE, waiting: 200, ofNetwork: { hour: 10, day: 30 }, ofAll: { hour: 100, day: 500 } }
