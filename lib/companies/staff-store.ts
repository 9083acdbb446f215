import type { Prisma } from '#lib/core/db'

export const findStaffByEmail = (db: Prisma, email: string) =>
  db.staffMember.findUnique({ where: { email }, select: { id: true, name: true, passwordHash: true, emailConfirmedAt: true } })

export const replaceStaffToken = async (tx: Prisma, staffId: string, purpose: string, tokenHash: Buffer<ArrayBuffer>, seconds: number) => {
  await tx.$executeRaw`DELETE FROM staff_tokens WHERE staff_id = ${staffId} AND purpose = ${purpose}`
  await tx.$executeRaw`
    INSERT INTO staff_tokens (token_hash, staff_id, purpose, expires_at)
    VALUES (${tokenHash}, ${staffId}, ${purpose}, clock_timestamp() + make_interval(secs => ${seconds}))`
}

/** Uses a link up. @returns whose it was, or null when it was used, expired or never ours */
export async function takeStaffToken(
  tx: Prisma,
  purpose: string,
  tokenHash: Buffer<ArrayBuffer>,
): Promise<{ staffId: string; companyId: string } | null> {
  const rows = await tx.$queryRaw<{ staff_id: string; company_id: string }[]>`
    DELETE FROM staff_tokens t USING staff_members s
    WHERE t.token_hash = ${tokenHash} AND t.purpose = ${purpose} AND t.expires_at > clock_timestamp() AND s.id = t.staff_id
    RETURNING t.staff_id, s.company_id`
  return rows[0] ? { staffId: rows[0].staff_id, companyId: rows[0].company_id } : null
}

export const confirmStaffEmail = (tx: Prisma, staffId: string) =>
  tx.$executeRaw`UPDATE staff_members SET email_confirmed_at = coalesce(email_confirmed_at, clock_timestamp()) WHERE id = ${staffId}`

/** A new password ends every session that was opened with the old one. */
export async function replaceStaffPassword(tx: Prisma, staffId: string, passwordHash: string): Promise<void> {
  await tx.staffMember.update({ where: { id: staffId }, data: { passwordHash } })
  await tx.staffSession.deleteMany({ where: { staffId } })
}
