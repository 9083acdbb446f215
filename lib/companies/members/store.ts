import type { ClaimedAddress } from '#lib/accounts/addresses/claimed-address'
import { type Prisma, type Queryable, statement } from '#lib/core/db'
import { byShard, shardOf, shardOfCompany } from '#lib/core/shard'
import type { StaffRole } from '../permissions'
import { sealAddress, withEmail } from '../staff-address'

type MemberRow = {
  id: string
  name: string
  emailSealed: Uint8Array
  masterKeyId: string
  role: StaffRole
  createdAt: Date
  isConfirmed: boolean
  hasFactor: boolean
}

const FIND = statement<MemberRow>(
  'find_members',
  `SELECT m.id, m.name, m.email_sealed AS "emailSealed", m.master_key_id AS "masterKeyId", m.role, m.created_at AS "createdAt",
     m.email_confirmed_at IS NOT NULL AS "isConfirmed",
     EXISTS (SELECT FROM staff_totps t WHERE t.shard = m.shard AND t.staff_id = m.id AND t.confirmed_at IS NOT NULL)
       OR EXISTS (SELECT FROM staff_passkeys p WHERE p.shard = m.shard AND p.staff_id = m.id) AS "hasFactor"
   FROM staff_members m WHERE m.shard = $2 AND m.company_id = $1 AND m.id = coalesce($3, m.id) ORDER BY m.created_at, m.id`,
)

/** A company's people, those who were there first first. */
export const findMembers = async (db: Queryable, companyId: string) =>
  (await db.query(FIND, [companyId, shardOfCompany(companyId), null])).map((row) => withEmail('staff_members', row))

export async function findMember(db: Queryable, companyId: string, id: string) {
  const [row] = await db.query(FIND, [companyId, shardOfCompany(companyId), id])
  return row ? withEmail('staff_members', row) : null
}

export const findFactorRule = async (db: Prisma, companyId: string): Promise<boolean> =>
  (await db.company.findUnique({ where: { id: companyId }, select: { requiresSecondFactor: true } }))?.requiresSecondFactor === true

export const setFactorRule = (tx: Prisma, id: string, requiresSecondFactor: boolean) =>
  tx.company.update({ where: { id }, data: { requiresSecondFactor }, select: { id: true } })

/** @returns whether that is another rule than before */
export const setSecretRule = async (tx: Prisma, id: string, isShared: boolean): Promise<boolean> =>
  (await tx.company.updateMany({ where: { id, developersManageSecrets: !isShared }, data: { developersManageSecrets: isShared } })).count === 1

export const countOwners = (tx: Prisma, companyId: string) =>
  tx.staffMember.count({ where: { shard: shardOfCompany(companyId), companyId, role: 'owner' } })

export const setRole = (tx: Prisma, id: string, role: StaffRole) =>
  tx.staffMember.update({ where: { shard_id: { shard: shardOf(id), id } }, data: { role }, select: { id: true } })

/** Sessions, links and open invitations of the member fall with the row. */
export const deleteMember = (tx: Prisma, id: string) =>
  tx.staffMember.delete({ where: { shard_id: { shard: shardOf(id), id } }, select: { id: true } })

/** Invitations that can still be accepted. */
export async function findInvites(db: Prisma, companyId: string) {
  const rows = await db.$queryRaw<(SealedInvite & { expires_at: Date })[]>`
    SELECT i.id, i.email_sealed AS "emailSealed", i.master_key_id AS "masterKeyId", i.role, i.expires_at, s.name AS invited_by
    FROM staff_invites i JOIN staff_members s ON s.shard = i.shard AND s.id = i.invited_by_id
    WHERE i.shard = ${shardOfCompany(companyId)} AND i.company_id = ${companyId} AND i.expires_at > clock_timestamp() ORDER BY i.created_at, i.id`
  return rows.map((row) => withEmail('staff_invites', row))
}

type SealedInvite = { id: string; emailSealed: Uint8Array; masterKeyId: string; role: StaffRole; invited_by: string }

export type NewInvite = {
  id: string
  companyId: string
  email: string
  role: StaffRole
  tokenHash: Buffer<ArrayBuffer>
  invitedById: string
  seconds: number
}

/** One invitation an address: a newer one takes the place of the older, whose link and waiting mail end. */
export async function replaceInvite(tx: Prisma, invite: NewInvite): Promise<void> {
  const { emailIndex, emailSealed, masterKeyId } = sealAddress('staff_invites', invite.id, invite.email)
  const shard = shardOfCompany(invite.companyId)
  await tx.$executeRaw`DELETE FROM staff_invites WHERE shard = ${shard} AND company_id = ${invite.companyId} AND email_index = ${emailIndex}`
  await tx.$executeRaw`
    INSERT INTO staff_invites (shard, id, company_id, email_index, email_sealed, master_key_id, role, token_hash, invited_by_id, created_at, expires_at)
    VALUES (${shard}, ${invite.id}, ${invite.companyId}, ${emailIndex}, ${emailSealed}, ${masterKeyId}, ${invite.role}::staff_role, ${invite.tokenHash}, ${invite.invitedById},
            clock_timestamp(), clock_timestamp() + make_interval(secs => ${invite.seconds}))`
}

export async function findInvite(db: Prisma, companyId: string, id: string) {
  const row = await db.staffInvite.findFirst({
    where: { shard: shardOfCompany(companyId), id, companyId },
    select: { id: true, emailSealed: true, masterKeyId: true, role: true },
  })
  return row && withEmail('staff_invites', row)
}

export const deleteInvite = (tx: Prisma, id: string) =>
  tx.staffInvite.delete({ where: { shard_id: { shard: shardOf(id), id } }, select: { id: true } })

export type OpenInvite = { id: string; company_id: string; company_name: string; email: string; role: StaffRole; invited_by: string }

const FIND_OPEN = statement<SealedInvite & { company_id: string; company_name: string }>(
  'find_open_invite',
  `SELECT i.id, i.company_id, c.name AS company_name, i.email_sealed AS "emailSealed", i.master_key_id AS "masterKeyId", i.role, s.name AS invited_by
   FROM staff_invites i JOIN companies c ON c.id = i.company_id JOIN staff_members s ON s.shard = i.shard AND s.id = i.invited_by_id
   WHERE i.shard = $2 AND i.token_hash = ANY($1) AND i.expires_at > clock_timestamp() AND c.suspended_at IS NULL`,
)

/** The invitation behind a link while it is good; into a suspended company nobody is let. */
export async function findOpenInvite(db: Queryable, tokenHashes: Buffer[]): Promise<OpenInvite | null> {
  for (const { shard, hashes } of byShard(tokenHashes)) {
    const [row] = await db.query(FIND_OPEN, [hashes, shard])
    if (row) return withEmail('staff_invites', row)
  }
  return null
}

/** Uses the invitation up. @returns whether it was still there */
export async function takeInvite(tx: Prisma, id: string): Promise<boolean> {
  return (await tx.$executeRaw`DELETE FROM staff_invites WHERE shard = ${shardOf(id)} AND id = ${id} AND expires_at > clock_timestamp()`) === 1
}

const TAKE_UNCONFIRMED = statement<{ company_id: string }>(
  'take_unconfirmed_member',
  `SELECT s.company_id FROM staff_members s WHERE s.shard = $2 AND s.id = $1 AND s.email_confirmed_at IS NULL
     AND NOT EXISTS (SELECT FROM staff_members o WHERE o.shard = s.shard AND o.company_id = s.company_id AND o.email_confirmed_at IS NOT NULL)
   FOR UPDATE OF s`,
)

/** Removes an account whose address nobody ever confirmed, and the company that was registered with it. @returns whether there was one */
export async function deleteUnconfirmedStaff(tx: Prisma, id: string): Promise<boolean> {
  const [taken] = await tx.query(TAKE_UNCONFIRMED, [id, shardOf(id)])
  return taken !== undefined && (await tx.company.deleteMany({ where: { id: taken.company_id } })).count > 0
}

export type NewMember = { companyId: string; email: string; name: string; role: StaffRole; passwordHash: string }

/** @param address which is the member's, and says their id @param isConfirmed whether they have shown that they read its mail */
export const insertMember = (
  tx: Prisma,
  { id, emailIndex, requireFresh }: ClaimedAddress<'staff'>,
  { companyId, email, name, role, passwordHash }: NewMember,
  isConfirmed = true,
) => {
  requireFresh()
  const { emailSealed, masterKeyId } = sealAddress('staff_members', id, email)
  return tx.$executeRaw`
    INSERT INTO staff_members (shard, id, company_id, email_index, email_sealed, master_key_id, name, role, password_hash, email_confirmed_at, created_at)
    VALUES (${shardOf(id)}, ${id}, ${companyId}, ${emailIndex}, ${emailSealed}, ${masterKeyId}, ${name}, ${role}::staff_role, ${passwordHash},
            CASE WHEN ${isConfirmed} THEN clock_timestamp() END, clock_timestamp())`
}

/** In one order, so that two who go through all of them do not wait for each other. */
export const findMemberIds = async (tx: Prisma, companyId: string): Promise<string[]> =>
  (await tx.staffMember.findMany({ where: { shard: shardOfCompany(companyId), companyId }, orderBy: { id: 'asc' }, select: { id: true } })).map(
    ({ id }) => id,
  )

/** @returns how many invitations waited */
export const withdrawInvites = async (tx: Prisma, companyId: string): Promise<number> =>
  (await tx.staffInvite.deleteMany({ where: { shard: shardOfCompany(companyId), companyId } })).count
