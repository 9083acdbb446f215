import { aPassword } from '#lib/accounts/testing/a-password'
import { aStranger } from '#lib/accounts/testing/clients'
import { transaction, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { hashOn, shardOf } from '#lib/core/shard'
import { readOutbox } from '#lib/mail/read-outbox'
import { requestEmailChange } from '../account/change-email'
import { createPerson } from '../create-person'
import { requestRecovery } from '../recover'

export const newEmail = () => `${randomBase62(12).toLowerCase()}@people.example`

export async function aPerson() {
  const email = newEmail()
  const { password, passwordHash } = await aPassword()
  return { email, password, userId: await createPerson({ email, passwordHash, profile: {}, isEmailConfirmed: true }) }
}

/** The token of the link in the newest mail of a kind to an address. */
export async function tokenFrom(address: string, kind: string): Promise<string> {
  const mail = (await readOutbox(2000)).find((candidate) => candidate.to === address && candidate.kind === kind)
  const token = mail?.text.match(/\/(sgm_\w+)/)?.[1]
  if (!token) throw new Error(`no ${kind} mail with a link`)
  return token
}

export async function recoveryToken(email: string): Promise<string> {
  await requestRecovery(email, aStranger())
  return tokenFrom(email, 'recover')
}

export async function emailChangeToken(userId: string, to: string): Promise<string> {
  await requestEmailChange(userId, to, aStranger())
  return tokenFrom(to, 'change_email')
}

/** A session as a log-in leaves it. @returns its fingerprint */
export async function aSession(userId: string): Promise<Buffer<ArrayBuffer>> {
  const shard = shardOf(userId)
  const idHash = hashOn(shard, Buffer.from(randomBase62(32)))
  const now = new Date()
  await transaction((tx) =>
    tx.userSession.create({ data: { shard, idHash, userId, amr: ['pwd'], authTime: now, expiresAt: new Date(now.getTime() + 3600_000) } }),
  )
  return idHash
}

export const sessionsOf = async (userId: string) =>
  (await withDatabase((db) => db.userSession.findMany({ where: { userId }, select: { idHash: true } }))).map(({ idHash }) => Buffer.from(idHash))
