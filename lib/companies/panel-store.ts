import type { Prisma } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'

/** A company's keys, newest first, without anything a key could be made from. */
export const findApiKeys = (db: Prisma, companyId: string) =>
  db.apiKey.findMany({
    where: { companyId },
    orderBy: { createdAt: 'desc' },
    select: {
      id: true,
      name: true,
      lastFour: true,
      createdAt: true,
      createdById: true,
      expiresAt: true,
      invalidatedAt: true,
      permissions: true,
      allowedNetworks: true,
    },
  })

/** When and from where each of these keys of a company was used last. */
export const findKeyUses = (db: Prisma, companyId: string, keyIds: string[]) =>
  db.apiKeyUse.findMany({
    where: { shard: shardOfCompany(companyId), keyId: { in: keyIds } },
    select: { keyId: true, lastUsedAt: true, lastPlaceSealed: true },
  })

/** What the members of a company are called. */
export const findStaffNames = (db: Prisma, companyId: string) => db.staffMember.findMany({ where: { companyId }, select: { id: true, name: true } })

/** Whether the first steps were made: a live key, an app, a sign-in at any of its apps. */
export async function findFirstSteps(db: Prisma, companyId: string) {
  const [key, app, signIn] = await Promise.all([
    db.apiKey.findFirst({ where: { companyId, invalidatedAt: null }, select: { id: true } }),
    db.app.findFirst({ where: { companyId }, select: { id: true } }),
    db.activityEvent.findFirst({ where: { action: 'app.signed_in', app: { companyId } }, select: { id: true } }),
  ])
  return { key: key !== null, app: app !== null, signIn: signIn !== null }
}
