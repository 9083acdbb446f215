import { type Prisma, sql, statement } from '#lib/core/db'
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
export const findStaffNames = (db: Prisma, companyId: string) =>
  db.staffMember.findMany({ where: { shard: shardOfCompany(companyId), companyId }, select: { id: true, name: true } })

const FIRST_STEPS = statement<{ key: boolean; app: string | null; signIn: boolean }>(
  'find_first_steps',
  `SELECT EXISTS (SELECT FROM api_keys WHERE company_id = $1 AND invalidated_at IS NULL) AS key,
     (SELECT id FROM apps WHERE company_id = $1 LIMIT 1) AS app, has_sign_ins AS "signIn" FROM companies WHERE id = $1`,
)

/** Whether the first steps were made: a live key, an app and which is one of them, a sign-in at any of its apps. */
export const findFirstSteps = async (companyId: string) => (await sql.query(FIRST_STEPS, [companyId]))[0] ?? { key: false, app: null, signIn: false }
