import { findPlaces, type Place } from '#lib/accounts/addresses/find-places'
import { type Prisma, sql, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { withEmail } from './staff-address'
import { STAFF_ADDRESSES } from './staff-addresses'

export type StaffForLogIn = {
  id: string
  companyId: string
  passwordHash: string
  accessVersion: number
  isConfirmed: boolean
  isKnownDevice: boolean
  hasTotp: boolean
}

type LogInRow = {
  id: string
  company_id: string
  password_hash: string
  access_version: number
  is_confirmed: boolean
  is_known_device: boolean
  has_totp: boolean
}

// Asked for an address that is nobody's, too, so that it takes as long.
const FIND_FOR_LOG_IN = statement<LogInRow>(
  'find_staff_for_log_in',
  `SELECT s.id, s.company_id, s.password_hash, s.access_version, s.email_confirmed_at IS NOT NULL AS is_confirmed,
          EXISTS (SELECT FROM staff_totps t WHERE t.shard = s.shard AND t.staff_id = s.id AND t.confirmed_at IS NOT NULL) AS has_totp,
          EXISTS (SELECT FROM staff_devices d WHERE d.shard = s.shard AND d.staff_id = s.id AND d.device_hash = $2) AS is_known_device
   FROM staff_members s WHERE s.shard = $3 AND s.id = $4 AND s.email_index = $1`,
)

/** @param device the fingerprint of the browser that asks */
export async function findStaffForLogIn(email: string, device: Buffer | null): Promise<StaffForLogIn | null> {
  const [{ id: staffId, emailIndex }] = (await findPlaces(STAFF_ADDRESSES, email)) as [Place]
  const [row] = await sql.query(FIND_FOR_LOG_IN, [emailIndex, device, shardOf(staffId), staffId])
  if (!row) return null
  const { id, company_id: companyId, password_hash: passwordHash, access_version: accessVersion } = row
  return { id, companyId, passwordHash, accessVersion, isConfirmed: row.is_confirmed, isKnownDevice: row.is_known_device, hasTotp: row.has_totp }
}

export const confirmStaffEmail = (tx: Prisma, staffId: string) =>
  tx.$executeRaw`UPDATE staff_members SET email_confirmed_at = coalesce(email_confirmed_at, clock_timestamp()) WHERE shard = ${shardOf(staffId)} AND id = ${staffId}`

/** What a member's account needs to be changed and written to. */
export async function findStaffAccount(db: Prisma, id: string) {
  const row = await db.staffMember.findUnique({
    where: { shard_id: { shard: shardOf(id), id } },
    select: {
      id: true,
      companyId: true,
      emailSealed: true,
      masterKeyId: true,
      dataKeySealed: true,
      name: true,
      passwordHash: true,
      accessVersion: true,
      totp: { select: { confirmedAt: true } },
      company: { select: { name: true, requiresSecondFactor: true, suspendedAt: true } },
    },
  })
  return row && { ...withEmail('staff_members', row), masterKeyId: row.masterKeyId }
}

/** The key that seals the member's secrets: this one, unless there is one already. */
export async function keepDataKey(db: Prisma, id: string, dataKeySealed: Buffer): Promise<{ sealed: Uint8Array; masterKeyId: string }> {
  const [row] = await db.$queryRaw<{ sealed: Uint8Array; masterKeyId: string }[]>`
    UPDATE staff_members SET data_key_sealed = coalesce(data_key_sealed, ${dataKeySealed}) WHERE shard = ${shardOf(id)} AND id = ${id}
    RETURNING data_key_sealed AS sealed, master_key_id AS "masterKeyId"`
  if (!row) throw new Error('the member of staff of a live session is gone')
  return row
}
