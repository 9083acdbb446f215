import { type Queryable, statement } from '#lib/core/db'
import { type Shard, shardOfHash } from '#lib/core/shard'
import { NOWHERE } from './unsealed-store'

/** A member of before, with what is sealed for them under the id that they had. */
export type UnplacedMember = {
  id: string
  companyId: string
  emailIndex: Buffer
  emailSealed: Buffer
  masterKeyId: string
  dataKeySealed: Buffer | null
  totpSealed: Buffer | null
}

const FIND = statement<UnplacedMember>(
  'find_unplaced_staff',
  `SELECT m.id, m.company_id AS "companyId", m.email_index AS "emailIndex", m.email_sealed AS "emailSealed", m.master_key_id AS "masterKeyId",
     m.data_key_sealed AS "dataKeySealed", t.secret_sealed AS "totpSealed"
   FROM staff_members m LEFT JOIN staff_totps t ON t.shard = m.shard AND t.staff_id = m.id
   WHERE m.shard = ${NOWHERE} ORDER BY m.id LIMIT $1 FOR UPDATE OF m`,
)

export const findUnplacedStaff = (tx: Queryable, limit: number) => tx.query(FIND, [limit])

/** @property id that says the shard */
export type PlacedMember = {
  shard: Shard
  id: string
  emailSealed: Buffer
  masterKeyId: string
  dataKeySealed: Buffer | null
  totpSealed: Buffer | null
}

const PLACE = statement<object>(
  'place_member',
  `UPDATE staff_members SET shard = $2, id = $3, former_id = $1, email_sealed = $4, master_key_id = $5, data_key_sealed = $6 WHERE shard = ${NOWHERE} AND id = $1`,
)

const PLACE_TOTP = statement<object>('place_totp_of_member', `UPDATE staff_totps SET secret_sealed = $3 WHERE shard = $2 AND staff_id = $1`)

const RENAME_MAKER = statement<object>(
  'rename_maker_of_keys',
  `UPDATE api_keys SET created_by_id = $2 WHERE created_by_id = $1 AND company_id IN (SELECT id FROM companies WHERE id = $3 OR test_of_id = $3)`,
)

const LIST_ADDRESS = statement<object>(
  'list_address_of_member',
  `INSERT INTO staff_directory (shard, email_index, staff_id, claimed_at, check_at) VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp()) ON CONFLICT DO NOTHING`,
)

/** Gives a member their shard and an id that says it; what they have follows by its keys, and what they made by this. */
export async function placeMember(tx: Queryable, former: UnplacedMember, placed: PlacedMember): Promise<void> {
  await tx.query(PLACE, [former.id, placed.shard, placed.id, placed.emailSealed, placed.masterKeyId, placed.dataKeySealed])
  if (placed.totpSealed) await tx.query(PLACE_TOTP, [placed.id, placed.shard, placed.totpSealed])
  await tx.query(LIST_ADDRESS, [shardOfHash(former.emailIndex), former.emailIndex, placed.id])
  await tx.query(RENAME_MAKER, [former.id, placed.id, former.companyId])
}
