import { blindIndex } from '#lib/core/sealed'

const DAY_MS = 86_400_000
/** So many days earlier at most: as many as a document is used by several apps within. */
const DAYS = 30

/**
 * When something was verified, as one app is told it: a day, up to a month before the real one, by an offset that is fixed
 * for the person at that app. The moment itself would be the same at two apps, and by it they would know a person again.
 */
export function toldTime(verifiedAt: Date, userId: string, appId: string): Date {
  const offset = blindIndex('evidence-time', JSON.stringify([userId, appId])).readUInt32BE(0) % DAYS
  return new Date(Math.floor(verifiedAt.getTime() / DAY_MS - offset) * DAY_MS)
}
