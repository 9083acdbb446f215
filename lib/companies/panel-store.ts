import type { Prisma } from '#lib/core/db'

/** A company's keys, newest first, without anything a key could be made from. */
export const findApiKeys = (db: Prisma, companyId: string) =>
  db.apiKey.findMany({
    where: { companyId },
    orderBy: { createdAt: 'desc' },
    select: { id: true, name: true, lastFour: true, createdAt: true, lastUsedAt: true, invalidatedAt: true, createdBy: { select: { name: true } } },
  })

export const findAuditEvents = (db: Prisma, companyId: string, filter: { action?: string }, take: number) =>
  db.auditEvent.findMany({ where: { companyId, ...filter }, orderBy: { id: 'desc' }, take })

export const findAuditActions = async (db: Prisma, companyId: string) =>
  (await db.auditEvent.findMany({ where: { companyId }, distinct: ['action'], select: { action: true }, orderBy: { action: 'asc' } })).map(
    (row) => row.action,
  )

export const findStaffNames = (db: Prisma, companyId: string) =>
  db.staffMember.findMany({ where: { companyId }, orderBy: { createdAt: 'asc' }, select: { id: true, name: true, email: true, role: true } })

/** Whether the first steps were made: a live key, an app, a sign-in at any of its apps. */
export async function findFirstSteps(db: Prisma, companyId: string) {
  const [key, app, signIn] = await Promise.all([
    db.apiKey.findFirst({ where: { companyId, invalidatedAt: null }, select: { id: true } }),
    db.app.findFirst({ where: { companyId }, select: { id: true } }),
    db.activityEvent.findFirst({ where: { action: 'app.signed_in', app: { companyId } }, select: { id: true } }),
  ])
  return { key: key !== null, app: app !== null, signIn: signIn !== null }
}

/** Events of the last 14 days, a row a day and kind. Nobody's identity is read. */
export const countActivity = (db: Prisma, companyId: string) =>
  db.$queryRaw<{ day: string; action: string; count: number }[]>`
    SELECT to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, e.action, count(*)::int AS count
    FROM activity_events e JOIN apps a ON a.id = e.app_id
    WHERE a.company_id = ${companyId} AND e.created_at > clock_timestamp() - interval '14 days'
      AND e.action IN ('app.signed_in', 'app.consent_given', 'app.access_withdrawn')
    GROUP BY 1, 2 ORDER BY 1 DESC, 2`

export type CompanyDetails = { name: string; legalName: string; registrationNumber: string; country: string; website: string }

/** Changed data must be looked at again, so it waits for the operator. */
export const submitCompanyDetails = (tx: Prisma, id: string, details: CompanyDetails) =>
  tx.company.update({ where: { id }, data: { ...details, verificationStatus: 'pending', rejectionReason: null } })

/** @returns whether a company with submitted details was there to judge */
export async function judgeCompany(tx: Prisma, id: string, status: 'verified' | 'rejected', reason: string | null): Promise<boolean> {
  const { count } = await tx.company.updateMany({
    where: { id, verificationStatus: 'pending' },
    data: { verificationStatus: status, rejectionReason: reason },
  })
  return count === 1
}
