import type { Prisma } from '#lib/core/db'
import type { StaffRole } from '../permissions'
import { sealAddress, staffIndex, withEmail } from '../staff-address'

const MEMBER = {
  id: true,
  name: true,
  emailSealed: true,
  masterKeyId: true,
  role: true,
  createdAt: true,
  emailConfirmedAt: true,
  totp: { select: { confirmedAt: true } },
  _count: { select: { passkeys: true } },
} as const

type Found = { emailConfirmedAt: Date | null; totp: { confirmedAt: Date | null } | null; _count: { passkeys: number } }

const withFactors = <Row extends Found>({ totp, _count, emailConfirmedAt, ...row }: Row) => ({
  ...row,
  isConfirmed: emailConfirmedAt !== null,
  hasFactor: totp?.confirmedAt != null || _count.passkeys > 0,
})

/** A company's people, those who were there first first. */
export const findMembers = async (db: Prisma, companyId: string) =>
  (await db.staffMember.findMany({ where: { companyId }, orderBy: { createdAt: 'asc' }, select: MEMBER })).map((row) =>
    withFactors(withEmail('staff_members', row)),
  )

export async function findMember(db: Prisma, companyId: string, id: string) {
  const row = await db.staffMember.findFirst({ where: { id, companyId }, select: MEMBER })
  return row && withFactors(withEmail('staff_members', row))
}

export const findFactorRule = async (db: Prisma, companyId: string): Promise<boolean> =>
  (await db.company.findUnique({ where: { id: companyId }, select: { requiresSecondFactor: true } }))?.requiresSecondFactor === true

export const setFactorRule = (tx: Prisma, id: string, requiresSecondFactor: boolean) =>
  tx.company.update({ where: { id }, data: { requiresSecondFactor }, select: { id: true } })

/** @returns whether that is another rule than before */
export const setSecretRule = async (tx: Prisma, id: string, isShared: boolean): Promise<boolean> =>
  (await tx.company.updateMany({ where: { id, developersManageSecrets: !isShared }, data: { developersManageSecrets: isShared } })).count === 1

export const countOwners = (tx: Prisma, companyId: string) => tx.staffMember.count({ where: { companyId, role: 'owner' } })

export const setRole = (tx: Prisma, id: string, role: StaffRole) => tx.staffMember.update({ where: { id }, data: { role } })

/** Sessions, links and open invitations of the member fall with the row. */
export const deleteMember = (tx: Prisma, id: string) => tx.staffMember.delete({ where: { id } })

/** Invitations that can still be accepted. */
export async function findInvites(db: Prisma, companyId: string) {
  const rows = await db.$queryRaw<(SealedInvite & { expires_at: Date })[]>`
    SELECT i.id, i.email_sealed AS "emailSealed", i.master_key_id AS "masterKeyId", i.role, i.expires_at, s.name AS invited_by
    FROM staff_invites i JOIN staff_members s ON s.id = i.invited_by_id
    WHERE i.company_id = ${companyId} AND i.expires_at > clock_timestamp() ORDER BY i.created_at, i.id`
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
  await tx.$executeRaw`DELETE FROM staff_invites WHERE company_id = ${invite.companyId} AND email_index = ${emailIndex}`
  await tx.$executeRaw`
    INSERT INTO staff_invites (id, company_id, email_index, email_sealed, master_key_id, role, token_hash, invited_by_id, created_at, expires_at)
    VALUES (${invite.id}, ${invite.companyId}, ${emailIndex}, ${emailSealed}, ${masterKeyId}, ${invite.role}::staff_role, ${invite.tokenHash}, ${invite.invitedById},
            clock_timestamp(), clock_timestamp() + make_interval(secs => ${invite.seconds}))`
}

export async function findInvite(db: Prisma, companyId: string, id: string) {
  const row = await db.staffInvite.findFirst({ where: { id, companyId }, select: { id: true, emailSealed: true, masterKeyId: true, role: true } })
  return row && withEmail('staff_invites', row)
}

export const deleteInvite = (tx: Prisma, id: string) => tx.staffInvite.delete({ where: { id } })

export type OpenInvite = { id: string; company_id: string; company_name: string; email: string; role: StaffRole; invited_by: string }

/** The invitation behind a link while it is good; into a suspended company nobody is let. */
export async function findOpenInvite(db: Prisma, tokenHash: Buffer<ArrayBuffer>): Promise<OpenInvite | null> {
  const [row] = await db.$queryRaw<(SealedInvite & { company_id: string; company_name: string })[]>`
    SELECT i.id, i.company_id, c.name AS company_name, i.email_sealed AS "emailSealed", i.master_key_id AS "masterKeyId", i.role, s.name AS invited_by
    FROM staff_invites i JOIN companies c ON c.id = i.company_id JOIN staff_members s ON s.id = i.invited_by_id
    WHERE i.token_hash = ${tokenHash} AND i.expires_at > clock_timestamp() AND c.suspended_at IS NULL`
  return row ? withEmail('staff_invites', row) : null
}

/** Uses the invitation up. @returns whether it was still there */
export async function takeInvite(tx: Prisma, id: string): Promise<boolean> {
  return (await tx.$executeRaw`DELETE FROM staff_invites WHERE id = ${id} AND expires_at > clock_timestamp()`) === 1
}

/** Removes an account whose address nobody ever confirmed, and the company that was registered with it. */
export const deleteUnconfirmedStaff = (tx: Prisma, email: string) =>
  tx.$executeRaw`
    DELETE FROM companies c USING staff_members s
    WHERE s.company_id = c.id AND s.email_index = ${staffIndex(email)} AND s.email_confirmed_at IS NULL
      AND NOT EXISTS (SELECT FROM staff_members o WHERE o.company_id = c.id AND o.email_confirmed_at IS NOT NULL)`

export const insertMember = (
  tx: Prisma,
  member: { id: string; companyId: string; email: string; name: string; role: StaffRole; passwordHash: string },
) => {
  const { emailIndex, emailSealed, masterKeyId } = sealAddress('staff_members', member.id, member.email)
  return tx.$executeRaw`
    INSERT INTO staff_members (id, company_id, email_index, email_sealed, master_key_id, name, role, password_hash, email_confirmed_at, created_at)
    VALUES (${member.id}, ${member.companyId}, ${emailIndex}, ${emailSealed}, ${masterKeyId}, ${member.name}, ${member.role}::staff_role, ${member.passwordHash},
            clock_timestamp(), clock_timestamp())`
}

/** In one order, so that two who go through all of them do not wait for each other. */
export const findMemberIds = async (tx: Prisma, companyId: string): Promise<string[]> =>
  (await tx.staffMember.findMany({ where: { companyId }, orderBy: { id: 'asc' }, select: { id: true } })).map(({ id }) => id)

/** @returns how many invitations waited */
export const withdrawInvites = async (tx: Prisma, companyId: string): Promise<number> =>
  (await tx.staffInvite.deleteMany({ where: { companyId } })).count
