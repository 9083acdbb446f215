import type { Prisma } from '#lib/core/db'
import type { App, AppStatus, ClientType } from './schema'

export type NewApp = {
  id: string
  companyId: string
  name: string
  clientId: string
  clientType: ClientType
  redirectUris: string[]
  scopes: string[]
  secretHash: Buffer<ArrayBuffer> | null
  secretPepperId: string | null
}

export type AppChange = { name?: string; redirectUris?: string[]; scopes?: string[]; status?: AppStatus }

export const insertApp = (tx: Prisma, app: NewApp): Promise<App> => tx.app.create({ data: app })

/** A foreign app is fetched like a missing one: there is no other way to ask. */
export const findApp = (db: Prisma, companyId: string, id: string): Promise<App | null> => db.app.findFirst({ where: { id, companyId } })

/** Newest first; ties by id. */
export const findApps = (db: Prisma, companyId: string, after: { createdAt: Date; id: string } | null, take: number): Promise<App[]> =>
  db.app.findMany({
    where: {
      companyId,
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

export async function updateAppRow(tx: Prisma, id: string, change: AppChange): Promise<App> {
  await tx.app.update({ where: { id }, data: change })
  await tx.$executeRaw`UPDATE apps SET updated_at = clock_timestamp() WHERE id = ${id}`
  return tx.app.findUniqueOrThrow({ where: { id } })
}

/** @returns the app's client id, or null when the app is missing or foreign */
export async function replaceSecret(tx: Prisma, id: string, secret: { hash: Buffer<ArrayBuffer>; pepperId: string }): Promise<void> {
  await tx.$executeRaw`
    UPDATE apps SET secret_hash = ${secret.hash}, secret_pepper_id = ${secret.pepperId}, updated_at = clock_timestamp()
    WHERE id = ${id}`
}

/** Live consents of one app, ordered by `sub`. */
export const findConsents = (db: Prisma, appId: string, afterSub: string | null, take: number) =>
  db.subject.findMany({
    where: { appId, grant: { isNot: null }, ...(afterSub !== null && { sub: { gt: afterSub } }) },
    select: { sub: true, aliasLocalPart: true, grant: { select: { grantedScopes: true } } },
    orderBy: { sub: 'asc' },
    take,
  })

/** An app of whichever company: for the operator alone. */
export const findAnyApp = (db: Prisma, id: string) => db.app.findUnique({ where: { id }, select: { companyId: true } })

export const updateIdTokenAlg = (tx: Prisma, id: string, alg: string) =>
  tx.$executeRaw`UPDATE apps SET id_token_alg = ${alg}, updated_at = clock_timestamp() WHERE id = ${id}`
