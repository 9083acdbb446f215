import type { Prisma } from '#lib/core/db'

/** What an account needs to be changed and written to. */
export const findAccount = (db: Prisma, id: string) =>
  db.user.findUnique({
    where: { id },
    select: {
      id: true,
      emailSealed: true,
      profileSealed: true,
      dataKeySealed: true,
      masterKeyId: true,
      passwordHash: true,
      emailConfirmedAt: true,
      createdAt: true,
      updatedAt: true,
      deletionDueAt: true,
      totp: { select: { confirmedAt: true } },
      verifiedClaims: { select: { name: true, valueSealed: true, verifiedAt: true } },
    },
  })

export const findIdByEmail = (db: Prisma, emailIndex: Buffer<ArrayBuffer>) =>
  db.user.findUnique({ where: { emailIndex }, select: { id: true, emailConfirmedAt: true } })

/** A registration nobody confirmed gives way to the next one. */
export const deleteUnconfirmed = (tx: Prisma, emailIndex: Buffer<ArrayBuffer>) =>
  tx.user.deleteMany({ where: { emailIndex, emailConfirmedAt: null } })

export const confirmEmailOf = (tx: Prisma, id: string) =>
  tx.$executeRaw`UPDATE users SET email_confirmed_at = clock_timestamp() WHERE id = ${id} AND email_confirmed_at IS NULL`

export const setPasswordHash = (tx: Prisma, id: string, passwordHash: string) => tx.user.update({ where: { id }, data: { passwordHash } })

export const setEmail = (tx: Prisma, id: string, emailIndex: Buffer<ArrayBuffer>, emailSealed: Buffer<ArrayBuffer>) =>
  tx.user.update({ where: { id }, data: { emailIndex, emailSealed } })

export const setProfile = (tx: Prisma, id: string, profileSealed: Buffer<ArrayBuffer>) =>
  tx.$executeRaw`UPDATE users SET profile_sealed = ${profileSealed}, updated_at = clock_timestamp() WHERE id = ${id}`

/** Ends the person's sessions, all of them or all but one, and every log-in that waits for its second factor. */
export async function deleteSessions(tx: Prisma, userId: string, except?: Buffer<ArrayBuffer>): Promise<number> {
  await tx.pendingLogIn.deleteMany({ where: { userId } })
  return (await tx.userSession.deleteMany({ where: { userId, ...(except && { NOT: { idHash: except } }) } })).count
}

export const findSessions = (db: Prisma, userId: string) =>
  db.$queryRaw<{ id_hash: Uint8Array; auth_time: Date; last_seen_at: Date; device: string | null; amr: string[] }[]>`
    SELECT id_hash, auth_time, last_seen_at, device, amr FROM user_sessions
    WHERE user_id = ${userId} AND expires_at > clock_timestamp() ORDER BY last_seen_at DESC`

/** @returns whether the browser was known before */
export async function rememberDevice(tx: Prisma, userId: string, deviceHash: Buffer<ArrayBuffer>): Promise<boolean> {
  const added = await tx.$executeRaw`INSERT INTO known_devices (user_id, device_hash) VALUES (${userId}, ${deviceHash}) ON CONFLICT DO NOTHING`
  return added === 0
}

export async function planDeletion(tx: Prisma, id: string, graceSeconds: number): Promise<Date | null> {
  const [row] = await tx.$queryRaw<{ due: Date }[]>`
    UPDATE users SET deletion_due_at = clock_timestamp() + make_interval(secs => ${graceSeconds})
    WHERE id = ${id} RETURNING deletion_due_at AS due`
  return row?.due ?? null
}

/** @returns whether one was planned */
export async function callOffDeletion(tx: Prisma, id: string): Promise<boolean> {
  return (await tx.user.updateMany({ where: { id, deletionDueAt: { not: null } }, data: { deletionDueAt: null } })).count === 1
}
