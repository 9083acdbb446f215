import type { Prisma } from '#lib/core/db'

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
      lastUsedAt: true,
      lastPlaceSealed: true,
      expiresAt: true,
      invalidatedAt: true,
      permissions: true,
      allowedNetworks: true,
      createdBy: { select: { name: true } },
    },
  })

/** Whether the first steps were made: a live key, an app, a sign-in at any of its apps. */
export async function findFirstSteps(db: Prisma, companyId: string) {
  const [key, app, signIn] = await Promise.all([
    db.apiKey.findFirst({ where: { companyId, invalidatedAt: null }, select: { id: true } }),
    db.app.findFirst({ where: { companyId }, select: { id: true } }),
    db.activityEvent.findFirst({ where: { action: 'app.signed_in', app: { companyId } }, select: { id: true } }),
  ])
  return { key: key !== null, app: app !== null, signIn: signIn !== null }
}
