import { openPlace } from '#lib/audit/place'
import { databaseNow, type Prisma, sql, withDatabase } from '#lib/core/db'
import { findApiKeys, findKeyUses, findStaffNames } from './panel-store'

/**
 * A company's keys, newest first, without anything a key could be made from. Spec: API key, Display.
 * @param homeId whose members made them: the company that a test environment belongs to
 */
export async function listApiKeys(companyId: string, homeId = companyId) {
  const [{ keys, uses, names }, now] = await Promise.all([withDatabase((db) => readKeys(db, companyId, homeId)), databaseNow(sql)])
  return keys.map(({ createdById, ...key }) => {
    const use = uses.get(key.id)
    return {
      ...key,
      /** Of whoever made it, while they are a member. */
      createdBy: (createdById && names.get(createdById)) || null,
      lastUsedAt: use?.lastUsedAt ?? null,
      lastPlace: openPlace(companyId, use?.lastPlaceSealed ?? null),
      hasExpired: key.expiresAt !== null && key.expiresAt <= now,
    }
  })
}

async function readKeys(db: Prisma, companyId: string, homeId: string) {
  const keys = await findApiKeys(db, companyId)
  const ids = keys.map(({ id }) => id)
  const [uses, staff] = await Promise.all([findKeyUses(db, companyId, ids), findStaffNames(db, homeId)])
  return {
    keys,
    uses: new Map(uses.map((use) => [use.keyId, use])),
    names: new Map(staff.map(({ id, name }) => [id, name])),
  }
}
