import { sql, statement } from '#lib/core/db'

const ADMIT = statement<{ admitted: boolean; company_used: number; key_used: number; wait_seconds: number }>(
  'admit_api_request',
  `SELECT admitted, company_used, key_used, wait_seconds FROM admit_api_request($1, $2, $3, $4)`,
)

/** Counts a request against its key and its company at once, in one statement, so that every process sees one count. */
export async function admitRequest(companyId: string, keyId: string, companyLimit: number, keyLimit: number) {
  const [row] = await sql.query(ADMIT, [companyId, keyId, companyLimit, keyLimit])
  if (!row) throw new Error('the database did not judge the request')
  return { isAdmitted: row.admitted, companyUsed: row.company_used, keyUsed: row.key_used, waitSeconds: row.wait_seconds }
}
