import { databaseNow, type Prisma, sql, statement } from '#lib/core/db'
import { isShown } from '#lib/grants/shown'
import type { SubjectRow } from '#lib/subjects/sealed-subject'
import type { AppSettings } from './fields'
import type { App } from './schema'

/** What is not given has the column's default. */
export type NewApp = Pick<App, 'id' | 'companyId' | 'clientId' | 'clientType' | 'name' | 'redirectUris' | 'scopes'> &
  Partial<AppSettings> & { secretHash: Buffer<ArrayBuffer> | null; secretPepperId: string | null }

export async function insertApp(tx: Prisma, app: NewApp): Promise<App> {
  const createdAt = await databaseNow(tx)
  return tx.app.create({ data: { ...app, createdAt, updatedAt: createdAt } })
}

/** A foreign app is fetched like a missing one: there is no other way to ask. */
export const findApp = (db: Prisma, companyId: string, id: string): Promise<App | null> => db.app.findFirst({ where: { id, companyId } })

export const findSuspended = (db: Prisma, companyId: string, ids: string[]) =>
  db.app.findMany({ where: { companyId, id: { in: ids }, suspendedAt: { not: null } }, select: { id: true } })

/** Newest first; ties by id. @param ids of those alone */
export const findApps = (
  db: Prisma,
  companyId: string,
  after: { createdAt: Date; id: string } | null,
  take: number,
  ids?: string[],
): Promise<App[]> =>
  db.app.findMany({
    where: {
      companyId,
      ...(ids && { id: { in: ids } }),
      ...(after && { OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }] }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  })

/** Takes the row, so that no token can be issued under what it said before until the change is committed. */
export async function lockApp(tx: Prisma, companyId: string, id: string): Promise<App | null> {
  await tx.$queryRaw`SELECT 1 FROM apps WHERE id = ${id} AND company_id = ${companyId} FOR UPDATE`
  return findApp(tx, companyId, id)
}

/** Beside its status, which stays what its company said. @returns whether that changed anything */
export async function setSuspended(tx: Prisma, id: string, isSuspended: boolean): Promise<boolean> {
  const at = isSuspended ? await databaseNow(tx) : null
  const changed = await tx.$executeRaw`
    UPDATE apps SET suspended_at = ${at} WHERE id = ${id} AND (suspended_at IS NULL) = ${isSuspended}`
  return changed === 1
}

/** All apps of a company and its test environment, each of which token requests take: when this returns, none of them goes on. */
export async function setCompanySuspended(tx: Prisma, companyId: string, isSuspended: boolean): Promise<number> {
  const at = isSuspended ? await databaseNow(tx) : null
  return tx.$executeRaw`
    UPDATE apps SET company_suspended_at = ${at}
    WHERE company_id IN (SELECT id FROM companies WHERE id = ${companyId} OR test_of_id = ${companyId}) AND (company_suspended_at IS NULL) = ${isSuspended}`
}

export async function updateAppRow(tx: Prisma, id: string, change: Partial<AppSettings> & { faceVerifiedAt?: null }): Promise<App> {
  return tx.app.update({ where: { id }, data: { ...change, updatedAt: await databaseNow(tx) } })
}

/** @returns the app's client id, or null when the app is missing or foreign */
export async function replaceSecret(tx: Prisma, id: string, secret: { hash: Buffer<ArrayBuffer>; pepperId: string }): Promise<void> {
  const now = await databaseNow(tx)
  await tx.$executeRaw`
    UPDATE apps SET secret_hash = ${secret.hash}, secret_pepper_id = ${secret.pepperId}, updated_at = ${now}
    WHERE id = ${id}`
}

export type ConsentRow = SubjectRow & { sub_index: Buffer; granted_scopes: string[] }

const FIND_CONSENTS = statement<ConsentRow>(
  'find_consents_of_app',
  `SELECT s.user_id, s.app_id, s.pair_sealed, s.sub_index, u.data_key_sealed, u.master_key_id, g.granted_scopes
   FROM subjects s JOIN grants g ON g.shard = s.shard AND g.user_id = s.user_id AND g.app_id = s.app_id
   JOIN users u ON u.shard = s.shard AND u.id = s.user_id
   WHERE s.app_id = $1 AND s.sub_index > $2 AND ${isShown('g')} ORDER BY s.sub_index LIMIT $3`,
)

/** Live consents of one app, in the order of a keyed fingerprint of `sub`: the same at every call, and it tells nothing. */
export const findConsents = (appId: string, after: Buffer | null, take: number) => sql.query(FIND_CONSENTS, [appId, after ?? Buffer.alloc(0), take])

// By either fingerprint along its own index, however many consents an app has.
const FIND_CONSENT = statement<ConsentRow & { since: string }>(
  'find_consent_of_app',
  `WITH named AS (
     SELECT shard, user_id FROM subjects WHERE app_id = $1 AND sub_index = $2 AND shard = ANY($4::smallint[])
     UNION SELECT shard, user_id FROM subjects WHERE shard = ANY($4::smallint[]) AND alias_index = $3 AND app_id = $1
   )
   SELECT s.user_id, s.app_id, s.pair_sealed, s.sub_index, u.data_key_sealed, u.master_key_id, g.granted_scopes,
     to_char(g.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS since
   FROM named n JOIN subjects s ON s.shard = n.shard AND s.user_id = n.user_id AND s.app_id = $1
   JOIN grants g ON g.shard = s.shard AND g.user_id = s.user_id AND g.app_id = s.app_id JOIN users u ON u.shard = s.shard AND u.id = s.user_id
   WHERE ${isShown('g')}`,
)

/** The live consent of one app whose pseudonym or alias has one of the fingerprints, with the day it was given. */
export const findConsent = async (appId: string, sub: { index: Buffer; shards: number[] }, alias: typeof sub) =>
  (await sql.query(FIND_CONSENT, [appId, sub.index, alias.index, [...sub.shards, ...alias.shards]]))[0] ?? null

const COUNT_CONSENTS = statement<{ count: number }>(
  'count_consents_of_app',
  `SELECT count(*)::int AS count FROM (SELECT 1 FROM grants g WHERE g.app_id = $1 AND ${isShown('g')} LIMIT $2) counted`,
)

/** @param most more than that are not counted */
export const countConsents = async (appId: string, most: number): Promise<number> =>
  // Each database counts its own.
  (await sql.query(COUNT_CONSENTS, [appId, most])).reduce((sum, { count }) => sum + count, 0)

/** An app of whichever company: for the operator alone. */
export const findAnyApp = (db: Prisma, id: string) => db.app.findUnique({ where: { id }, select: { companyId: true } })

export async function updateIdTokenAlg(tx: Prisma, id: string, alg: string): Promise<number> {
  const now = await databaseNow(tx)
  return tx.$executeRaw`UPDATE apps SET id_token_alg = ${alg}, updated_at = ${now} WHERE id = ${id}`
}

export const keepSealedTestSecret = (tx: Prisma, row: { appId: string; secretSealed: Buffer<ArrayBuffer>; masterKeyId: string }) =>
  tx.testSecret.upsert({ where: { appId: row.appId }, create: row, update: row })

export const findTestSecret = (db: Prisma, companyId: string, appId: string) => db.testSecret.findFirst({ where: { appId, app: { companyId } } })
