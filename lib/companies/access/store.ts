import type { Prisma } from '#lib/core/db'

declare const held: unique symbol

/** As for people: only `changeStaffAccess` makes one, and every write to a member's credentials takes it and stands here. */
export type StaffAccessChange = Prisma & { readonly [held]: true }

/** Held until the transaction ends: links and sessions that begin at this moment wait. @returns whether the member is there */
export async function holdStaffForChange(tx: Prisma, staffId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`SELECT FROM staff_members WHERE id = ${staffId} FOR NO KEY UPDATE`
  return rows.length === 1
}

export async function isLiveStaffSession(tx: Prisma, staffId: string, idHash: Buffer): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT FROM staff_sessions WHERE id_hash = ${idHash} AND staff_id = ${staffId} AND expires_at > clock_timestamp()`
  return rows.length === 1
}

/** What was open and is not any more. */
export type EndedStaffAccess = { sessions: number; links: number }

/** Ends every link and session of a member; only the session `except` stays. */
export async function endStaffAccess(change: StaffAccessChange, staffId: string, except: Buffer<ArrayBuffer> | null): Promise<EndedStaffAccess> {
  await change.staffMember.update({ where: { id: staffId }, data: { accessVersion: { increment: 1 } }, select: { id: true } })
  const links = await change.staffToken.deleteMany({ where: { staffId } })
  const sessions = await change.staffSession.deleteMany({ where: { staffId, ...(except && { NOT: { idHash: except } }) } })
  return { sessions: sessions.count, links: links.count }
}

export const setStaffPassword = (change: StaffAccessChange, id: string, passwordHash: string) =>
  change.staffMember.update({ where: { id }, data: { passwordHash }, select: { id: true } })
