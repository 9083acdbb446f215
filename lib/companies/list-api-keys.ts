import { openPlace } from '#lib/audit/place'
import { databaseNow, sql, withDatabase } from '#lib/core/db'
import { findApiKeys } from './panel-store'

/** A company's keys, newest first, without anything a key could be made from. Spec: API key, Display. */
export async function listApiKeys(companyId: string) {
  const [keys, now] = await Promise.all([withDatabase((db) => findApiKeys(db, companyId)), databaseNow(sql)])
  return keys.map(({ lastPlaceSealed, ...key }) => ({
    ...key,
    lastPlace: openPlace(companyId, lastPlaceSealed),
    hasExpired: key.expiresAt !== null && key.expiresAt <= now,
  }))
}
