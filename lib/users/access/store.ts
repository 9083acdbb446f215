import type { Prisma } from '#lib/core/db'

declare const held: unique symbol

/**
 * A transaction in which who can get into an account is changed. Only `changeAccess` makes one, so whatever takes it
 * ends everything that was open before. Every write to a password, an address, a passkey, one-time codes or recovery
 * codes of an account that is in use takes it and stands in this file.
 */
export type AccessChange = Prisma & { readonly [held]: true }

/** Held until the transaction ends: links, log-ins and sessions that begin at this moment wait. @returns whether it is there */
export async function holdForChange(tx: Prisma, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
  return rows.length === 1
}

export async function isLiveSession(tx: Prisma, userId: string, idHash: Buffer): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT FROM user_sessions WHERE id_hash = ${idHash} AND user_id = ${userId} AND expires_at > clock_timestamp()`
  return rows.length === 1
}

/** What was open and is not any more. */
export type EndedAccess = { sessions: number; logIns: number; links: number }

/** Ends everything that was begun on the strength of how one could get in until now; only the session `except` stays. */
export async function endAccess(change: AccessChange, userId: string, except: Buffer<ArrayBuffer> | null): Promise<EndedAccess> {
  await change.user.update({ where: { id: userId }, data: { accessVersion: { increment: 1 } }, select: { id: true } })
  const links = await change.mailLink.deleteMany({ where: { userId } })
  const logIns = await change.pendingLogIn.deleteMany({ where: { userId } })
  await change.passkeyChallenge.deleteMany({ where: { userId } })
  const sessions = await change.userSession.deleteMany({ where: { userId, ...(except && { NOT: { idHash: except } }) } })
  return { sessions: sessions.count, logIns: logIns.count, links: links.count }
}

export const setPasswordHash = (change: AccessChange, id: string, passwordHash: string) =>
  change.user.update({ where: { id }, data: { passwordHash }, select: { id: true } })

export const setEmail = (change: AccessChange, id: string, emailIndex: Buffer<ArrayBuffer>, emailSealed: Buffer<ArrayBuffer>) =>
  change.user.update({ where: { id }, data: { emailIndex, emailSealed }, select: { id: true } })

export async function markTotpConfirmed(change: AccessChange, userId: string): Promise<boolean> {
  return (await change.$executeRaw`UPDATE totps SET confirmed_at = clock_timestamp() WHERE user_id = ${userId} AND confirmed_at IS NULL`) === 1
}

export async function deleteTotp(change: AccessChange, userId: string): Promise<boolean> {
  await change.recoveryCode.deleteMany({ where: { userId } })
  return (await change.totp.deleteMany({ where: { userId } })).count === 1
}

export async function replaceRecoveryCodes(change: AccessChange, userId: string, hashes: Buffer<ArrayBuffer>[]): Promise<void> {
  await change.recoveryCode.deleteMany({ where: { userId } })
  await change.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) })
}

/** Removes passkeys and one-time codes that were added after a moment, or up to so many hours before it. */
export async function deleteFactorsSince(change: AccessChange, userId: string, moment: Date, hoursBefore: number): Promise<void> {
  const since = new Date(moment.getTime() - hoursBefore * 3600_000)
  await change.passkey.deleteMany({ where: { userId, createdAt: { gte: since } } })
  const { count } = await change.totp.deleteMany({ where: { userId, OR: [{ confirmedAt: null }, { confirmedAt: { gte: since } }] } })
  if (count > 0) await change.recoveryCode.deleteMany({ where: { userId } })
}

export type NewPasskey = {
  credentialId: string
  userId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
  device: string | null
}

export const insertPasskey = (change: AccessChange, passkey: NewPasskey) => change.passkey.create({ data: passkey })

export const deletePasskey = async (change: AccessChange, userId: string, credentialId: string): Promise<boolean> =>
  (await change.passkey.deleteMany({ where: { userId, credentialId } })).count === 1
