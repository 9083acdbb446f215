import { sql, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'

// The table is named for the router, which reads no functions; nothing is read from it.
const ADMIT = statement<{ admitted: boolean; company_used: number; key_used: number; wait_seconds: number }>(
  'admit_api_request',
  `SELECT admitted, company_used, key_used, wait_seconds FROM admit_api_request($1::smallint, $2, $3, $4, $5)
   LEFT JOIN rate_counters r ON r.shard = $1 AND r.subject = $2`,
)

/** Counts a request against its key and its company at once, in one statement, so that every process sees one count. */
export async function admitRequest(companyId: string, keyId: string, companyLimit: number, keyLimit: number) {
  const [row] = await sql.query(ADMIT, [shardOfCompany(companyId), companyId, keyId, companyLimit, keyLimit])
  if (!row) throw new Error('the database did not judge the request')
  return { isAdmitted: row.admitted, companyUsed: row.company_used, keyUsed: row.key_used, waitSeconds: row.wait_seconds }
}
