import type { SealedAddress } from '#lib/companies/staff-address'
import { type Queryable, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'
import type { StoredSubject } from '#lib/subjects/sealed-subject'

/** A value in clear, with the key of its person where it belongs to one. */
export type UnsealedRow = { id: string; kind: string; value: unknown; data_key_sealed: Buffer | null; master_key_id: string | null }

/** Where a migration leaves what it set aside, and whoever was there before people had a shard. */
export const NOWHERE = -1

const LOCK = statement<object>('lock_unsealed_values', `SELECT pg_advisory_xact_lock(hashtext('unsealed_values'))`)

export const lockUnsealed = (tx: Queryable) => tx.query(LOCK, [])

const TAKE = statement<UnsealedRow>(
  'take_unsealed_values',
  `SELECT v.id::text, v.kind, v.value, u.data_key_sealed, u.master_key_id
   FROM unsealed_values v LEFT JOIN users u ON u.shard = $2 AND u.id = v.value->>'userId' WHERE v.shard = $2 ORDER BY v.id LIMIT $1`,
)

export const takeUnsealed = (tx: Queryable, limit: number) => tx.query(TAKE, [limit, NOWHERE])

const DELETE = statement<object>('delete_unsealed_values', `DELETE FROM unsealed_values WHERE shard = $2 AND id = ANY($1::bigint[])`)

export const deleteUnsealed = (tx: Queryable, ids: string[]) => tx.query(DELETE, [ids, NOWHERE])

const REPLACE_SUBJECT = statement<object>(
  'replace_unsealed_subject',
  `UPDATE subjects SET pair_sealed = $3, sub_index = $4, alias_index = $5 WHERE shard = $6 AND user_id = $1 AND app_id = $2`,
)

export const replaceSubject = (tx: Queryable, userId: string, appId: string, { pairSealed, subIndex, aliasIndex }: StoredSubject) =>
  tx.query(REPLACE_SUBJECT, [userId, appId, pairSealed, subIndex, aliasIndex, NOWHERE])

const REPLACE_ADDRESS = statement<object>(
  'replace_unsealed_staff_member',
  `UPDATE staff_members SET email_index = $2, email_sealed = $3, master_key_id = $4 WHERE shard = $5 AND id = $1`,
)

export const replaceAddress = (tx: Queryable, id: string, address: SealedAddress) =>
  tx.query(REPLACE_ADDRESS, [id, address.emailIndex, address.emailSealed, address.masterKeyId, NOWHERE])

const REPLACE_AUDIT_DETAIL = statement<object>('replace_unsealed_audit_detail', `UPDATE audit_events SET detail = $2 WHERE shard = $3 AND id = $1`)

export const replaceAuditDetail = (tx: Queryable, companyId: string, id: string, detail: object) =>
  tx.query(REPLACE_AUDIT_DETAIL, [id, JSON.stringify(detail), shardOfCompany(companyId)])
