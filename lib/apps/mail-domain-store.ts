import { databaseNow, type Queryable, spanning, sql, statement } from '#lib/core/db'
import { shardOfCompany, shardsOfPrimary } from '#lib/core/shard'

export type CheckedDomain = { app_id: string; company_id: string; app_name: string; domain: string }

const FORGET = spanning<object>(
  'forget_removed_mail_domains',
  'DELETE FROM mail_domain_checks c USING apps a WHERE a.id = c.app_id AND c.domain <> ALL(a.mail_domains)',
)

const TAKE = spanning<CheckedDomain>(
  'take_mail_domains_to_check',
  `WITH due AS (
     SELECT company_shard(a.company_id) AS shard, a.id, d.domain FROM apps a CROSS JOIN LATERAL unnest(a.mail_domains) AS d (domain)
     LEFT JOIN mail_domain_checks c ON c.shard = company_shard(a.company_id) AND c.app_id = a.id AND c.domain = d.domain
     WHERE company_shard(a.company_id) BETWEEN $2 AND $3 AND (c.looked_at IS NULL OR c.looked_at < clock_timestamp() - interval '1 day')
     ORDER BY c.looked_at NULLS FIRST LIMIT $1
   ), taken AS (
     INSERT INTO mail_domain_checks AS c (shard, app_id, domain, looked_at)
     SELECT shard, id, domain, clock_timestamp() FROM due ORDER BY id, domain
     ON CONFLICT (shard, app_id, domain) DO UPDATE SET looked_at = clock_timestamp() WHERE c.looked_at < clock_timestamp() - interval '1 day'
     RETURNING app_id, domain
   )
   SELECT t.app_id, t.domain, a.company_id, a.name AS app_name FROM taken t JOIN apps a ON a.id = t.app_id`,
)

/** Domains of companies of one primary that nobody looked at for a day, each given once. */
export async function takeDomainsToCheck(nth: number, most: number): Promise<CheckedDomain[]> {
  await sql.query(FORGET, [])
  return sql.query(TAKE, [most, ...shardsOfPrimary(nth)])
}

const FOUND = statement<object>(
  'mail_domain_found',
  'UPDATE mail_domain_checks SET missing_since = NULL WHERE shard = $3 AND app_id = $1 AND domain = $2 AND missing_since IS NOT NULL',
)

export const markFound = (companyId: string, appId: string, domain: string) => sql.query(FOUND, [appId, domain, shardOfCompany(companyId)])

const MISSING = statement<{ since: Date; is_new: boolean; days: number }>(
  'mail_domain_missing',
  `WITH before AS (SELECT missing_since FROM mail_domain_checks WHERE shard = $3 AND app_id = $1 AND domain = $2 FOR UPDATE)
   UPDATE mail_domain_checks c SET missing_since = coalesce(before.missing_since, clock_timestamp()) FROM before
   WHERE c.shard = $3 AND c.app_id = $1 AND c.domain = $2
   RETURNING c.missing_since AS since, before.missing_since IS NULL AS is_new,
     extract(epoch FROM clock_timestamp() - c.missing_since)::float8 / 86400 AS days`,
)

/** @returns since when the record is gone, and whether that is news; null where the app is gone */
export const markMissing = async (tx: Queryable, companyId: string, appId: string, domain: string) =>
  (await tx.query(MISSING, [appId, domain, shardOfCompany(companyId)]))[0] ?? null

const REMOVE = statement<{ before: string[]; after: string[] }>(
  'remove_mail_domain',
  `WITH was AS (SELECT mail_domains FROM apps WHERE id = $1 AND $2 = ANY(mail_domains) FOR UPDATE)
   UPDATE apps SET mail_domains = array_remove(was.mail_domains, $2), updated_at = $3 FROM was WHERE id = $1
   RETURNING was.mail_domains AS before, apps.mail_domains AS after`,
)

/** Takes a domain from an app. @returns null where somebody else did */
export const removeMailDomain = async (tx: Queryable, appId: string, domain: string) =>
  (await tx.query(REMOVE, [appId, domain, await databaseNow(tx)]))[0] ?? null
