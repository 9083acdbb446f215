import { OPENNESS } from '#lib/apps/open'
import type { Prisma } from '#lib/core/db'

/** The app, locked against changes until the end of the transaction. */
export async function findAppForVerification(tx: Prisma, companyId: string, key: { clientId: string } | { id: string }) {
  const app = await tx.app.findFirst({ where: { ...key, companyId }, select: { id: true } })
  if (!app) return null
  await tx.$queryRaw`SELECT 1 FROM apps WHERE id = ${app.id} FOR SHARE`
  return tx.app.findUnique({
    where: { id: app.id },
    select: { id: true, name: true, clientId: true, redirectUris: true, environment: true, ...OPENNESS },
  })
}

/** Apps a company can verify people for. */
export const findActiveApps = (db: Prisma, companyId: string, take: number) =>
  db.app.findMany({
    where: { companyId, status: 'active', suspendedAt: null },
    select: { clientId: true, name: true, redirectUris: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take,
  })

export const findAppChoices = (db: Prisma, companyId: string, take: number) =>
  db.app.findMany({ where: { companyId }, select: { id: true, name: true }, orderBy: [{ name: 'asc' }, { id: 'asc' }], take })
