import { databaseNow, type Prisma, type Queryable, statement } from '#lib/core/db'

const ENSURE = statement<{ id: string; is_new: boolean }>(
  'ensure_test_company',
  `WITH made AS (
     INSERT INTO companies (id, name, verification_status, suspended_at, test_of_id, created_at)
     SELECT $2, name, verification_status, suspended_at, id, $3 FROM companies WHERE id = $1 AND test_of_id IS NULL
     ON CONFLICT (test_of_id) DO NOTHING RETURNING id
   )
   SELECT id, true AS is_new FROM made UNION ALL SELECT id, false FROM companies WHERE test_of_id = $1 LIMIT 1`,
)

/** @returns nothing where another request makes it at this moment */
export const ensureTestCompany = async (tx: Prisma, companyId: string, newId: string) =>
  (await tx.query(ENSURE, [companyId, newId, await databaseNow(tx)]))[0]

const HOME = statement<{ id: string }>('find_home_company', 'SELECT coalesce(test_of_id, id) AS id FROM companies WHERE id = $1')

/** The company whose test environment it is, or itself. */
export const homeCompanyOf = async (on: Queryable, companyId: string): Promise<string> => (await on.query(HOME, [companyId]))[0]?.id ?? companyId

export const isTestCompany = async (db: Prisma, id: string): Promise<boolean> =>
  (await db.company.count({ where: { id, testOfId: { not: null } } })) === 1
