import type { Prisma } from '#lib/core/db'

export const findStaffByEmail = (db: Prisma, email: string) =>
  db.staffMember.findUnique({ where: { email }, select: { id: true, companyId: true, name: true, passwordHash: true, emailConfirmedAt: true } })

export type NewStaffToken = {
  tokenHash: Buffer<ArrayBuffer>
  staffId: string
  purpose: string
  browserHash: Buffer<ArrayBuffer> | null
  seconds: number
}

export const replaceStaffToken = async (tx: Prisma, token: NewStaffToken) => {
  await tx.$executeRaw`DELETE FROM staff_tokens WHERE staff_id = ${token.staffId} AND purpose = ${token.purpose}`
  await tx.$executeRaw`
    INSERT INTO staff_tokens (token_hash, staff_id, purpose, browser_hash, expires_at)
    VALUES (${token.tokenHash}, ${token.staffId}, ${token.purpose}, ${token.browserHash},
            clock_timestamp() + make_interval(secs => ${token.seconds}))`
}

/** The link while it is good, with what its owner can prove themselves by. */
export async function findStaffToken(db: Prisma, purpose: string, tokenHash: Buffer<ArrayBuffer>) {
  const rows = await db.$queryRaw<{ staffId: string; browserHash: Uint8Array | null; passwordHash: string }[]>`
    SELECT t.staff_id AS "staffId", t.browser_hash AS "browserHash", s.password_hash AS "passwordHash"
    FROM staff_tokens t JOIN staff_members s ON s.id = t.staff_id
    WHERE t.token_hash = ${tokenHash} AND t.purpose = ${purpose} AND t.expires_at > clock_timestamp()`
  return rows[0] ?? null
}

/** Uses a link up. @returns whose it was, or null when it was used, expired or never ours */
export async function takeStaffToken(tx: Prisma, purpose: string, tokenHash: Buffer<ArrayBuffer>) {
  const rows = await tx.$queryRaw<{ staffId: string; companyId: string; email: string }[]>`
    DELETE FROM staff_tokens t USING staff_members s
    WHERE t.token_hash = ${tokenHash} AND t.purpose = ${purpose} AND t.expires_at > clock_timestamp() AND s.id = t.staff_id
    RETURNING t.staff_id AS "staffId", s.company_id AS "companyId", s.email`
  return rows[0] ?? null
}

export const confirmStaffEmail = (tx: Prisma, staffId: string) =>
  tx.$executeRaw`UPDATE staff_members SET email_confirmed_at = coalesce(email_confirmed_at, clock_timestamp()) WHERE id = ${staffId}`

export const setStaffPassword = (tx: Prisma, id: string, passwordHash: string) => tx.staffMember.update({ where: { id }, data: { passwordHash } })

/** Logs a member out everywhere, but where `except` is. @returns how many sessions ended */
export async function endStaffSessions(tx: Prisma, staffId: string, except?: Buffer<ArrayBuffer>): Promise<number> {
  const { count } = await tx.staffSession.deleteMany({ where: { staffId, ...(except && { NOT: { idHash: except } }) } })
  return count
}

export const findStaffCredentials = (db: Prisma, id: string) =>
  db.staffMember.findUnique({ where: { id }, select: { email: true, name: true, passwordHash: true, company: { select: { name: true } } } })

/** Live sessions, the latest visit first. */
export const findStaffSessions = (db: Prisma, staffId: string) =>
  db.$queryRaw<{ id_hash: Buffer; created_at: Date; last_seen_at: Date }[]>`
    SELECT id_hash, created_at, last_seen_at FROM staff_sessions
    WHERE staff_id = ${staffId} AND expires_at > clock_timestamp() ORDER BY last_seen_at DESC`
