import type { Prisma } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'
import type { Assurance } from '#lib/users/assurance'
import type { State } from '../lifecycle'

/** How many sessions stand where, and which level they reached. */
export const countByState = (db: Prisma, companyId: string, days: number) => db.$queryRaw<
  { state: State; assurance: Assurance | null; count: number }[]
>`
  SELECT status::text AS state, assurance::text AS assurance, count(*)::int AS count FROM verification_sessions
  WHERE company_id = ${companyId} AND created_at > clock_timestamp() - make_interval(days => ${days}::int) GROUP BY status, assurance`

/** Audit lines of one session, the oldest first. */
export const findHistory = (db: Prisma, companyId: string, id: string) =>
  db.auditEvent.findMany({
    where: { shard: shardOfCompany(companyId), companyId, targetKind: 'verification', targetId: id },
    orderBy: { id: 'asc' },
    select: { id: true, action: true, actorKind: true, actorName: true, createdAt: true },
  })
