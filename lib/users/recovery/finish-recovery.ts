import { changeAccess } from '#lib/accounts/credentials/change-access'
import { type AccessChange, deleteFactors, setPasswordHash } from '#lib/accounts/credentials/store'
import { whoseSecondFactor } from '#lib/accounts/factors/second-factor'
import { RECOVERY_SECONDS } from '#lib/accounts/links/lifetimes'
import { insertLink } from '#lib/accounts/links/store'
import { type Prisma, withDatabase } from '#lib/core/db'
import { hashPassword } from '#lib/core/passwords'
import { randomBase62 } from '#lib/core/random-id'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import { mailPerson } from '#lib/mail/person-mail'
import { requireAccount } from '../account/open-account'
import { type AccountAction, recordActivity } from '../activity/store'
import { deleteRecovery, findByVeto, findRecovery, takeDueRecovery, type Waiting } from './store'

/** The recovery of whoever gave the right password in this browser; null when none waits. */
export async function readWaiting(pendingSecret: string | undefined): Promise<Waiting | null> {
  const id = await whoseSecondFactor('person', pendingSecret)
  return id === null ? null : withDatabase((db) => findRecovery(db, id))
}

export type Finished = { kind: 'ok'; recoveryToken: string } | { kind: 'expired' | 'busy' }

/**
 * The waiting is over and nobody objected: every second factor is gone, with all that was open, and a new password
 * follows at once, since the old one may have been too short to stand alone.
 */
export async function finishRecovery(pendingSecret: string | undefined): Promise<Finished> {
  const userId = await whoseSecondFactor('person', pendingSecret)
  if (userId === null) return { kind: 'expired' }
  return replaceAccess(userId, async (change) => {
    if (!(await takeDueRecovery(change, userId))) return null
    await deleteFactors(change, { realm: 'person', id: userId })
    return { action: 'account.recovered_by_document', mail: 'recovery_done' }
  })
}

/** Whether a link in a mail objects to anything. */
export const isVeto = async (token: string): Promise<boolean> => {
  const hashes = secretHashes('sgm', token) as Buffer<ArrayBuffer>[]
  return hashes.length > 0 && (await withDatabase((db) => findByVeto(db, hashes))) !== null
}

/**
 * The owner objects: nothing comes of the recovery. Whoever began it knew the password, so that is gone as well, with all
 * that was open; second factors stay.
 */
export async function vetoRecovery(token: string): Promise<Finished> {
  const hashes = secretHashes('sgm', token) as Buffer<ArrayBuffer>[]
  const found = hashes.length > 0 ? await withDatabase((db) => findByVeto(db, hashes)) : null
  if (!found) return { kind: 'expired' }
  return replaceAccess(found.userId, async (change) =>
    (await findByVeto(change, hashes)) && (await deleteRecovery(change, found.userId)) ? { action: 'account.recovery_vetoed', mail: null } : null,
  )
}

/** Whoever logs in with all that it takes needs no recovery, and shows that the account is not lost. */
export async function callOffRecovery(tx: Prisma, userId: string): Promise<void> {
  if (await deleteRecovery(tx, userId)) await recordActivity(tx, userId, 'account.recovery_called_off')
}

type Told = { action: AccountAction; mail: 'recovery_done' | null }

/** A password that nobody knows, everything open ended, and a link to a new password. */
async function replaceAccess(userId: string, work: (change: AccessChange) => Promise<Told | null>): Promise<Finished> {
  const unknownPassword = await hashPassword(randomBase62(43))
  if (unknownPassword === null) return { kind: 'busy' }
  const owner = { realm: 'person', id: userId } as const
  const recoveryToken = await changeAccess(owner, null, async (change, end) => {
    const told = await work(change)
    if (!told) return null
    await setPasswordHash(change, owner, unknownPassword)
    await end()
    await recordActivity(change, userId, told.action)
    const account = await requireAccount(change, userId)
    if (told.mail) await mailPerson(change, account, told.mail, { path: '/recover' })
    const { secret, hash: tokenHash } = issueSecret('sgm', shardOf(userId))
    await insertLink(change, owner, account.accessVersion, { tokenHash, purpose: 'recover', lifetimeSeconds: RECOVERY_SECONDS })
    return secret
  })
  return recoveryToken === null ? { kind: 'expired' } : { kind: 'ok', recoveryToken }
}
