import { IS_NAMED } from '#lib/apps/choices-store'
import { OPENNESS } from '#lib/apps/open'
import { type Prisma, sql, statement } from '#lib/core/db'

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

export type ActiveApp = { client_id: string; name: string; redirect_uris: string[] }

const ACTIVE = statement<ActiveApp>(
  'find_active_apps',
  `SELECT client_id, name, redirect_uris FROM apps
   WHERE company_id = $1 AND ${IS_NAMED} AND status = 'active' AND suspended_at IS NULL ORDER BY name, id LIMIT $3`,
)

/** Apps a company can verify people for, the first by name that a text finds. */
export const findActiveApps = (companyId: string, text: string, take: number) => sql.query(ACTIVE, [companyId, text, take])
