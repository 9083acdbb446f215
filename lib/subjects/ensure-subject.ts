import { randomOn, shardOf } from '#lib/core/shard'
import { openSubject, type Subject, sealSubject } from './sealed-subject'
import { findSealedSubject, insertSubject } from './store'

/** 16 characters, never derived from one another, never given to anybody else; of its 80 bits the alias gives twelve for the shard. */
export function newSubject(userId: string): Subject {
  const shard = shardOf(userId)
  return { sub: randomOn(shard, 'sub', 22), aliasLocalPart: randomOn(shard, 'alias', 16, 'base32') }
}

/**
 * The pairwise `sub` and the alias of one person at one app, made on the first visit and kept for good.
 * Spec: Claims and identifiers. @see OpenID Connect Core §8.1
 */
export async function ensureSubject(userId: string, appId: string): Promise<Subject> {
  const first = await findSealedSubject(userId, appId)
  if (!first) throw new Error('the person is gone')
  if (first.pairSealed) return openSubject(first.holder, appId, first.pairSealed)
  await insertSubject(userId, appId, sealSubject(first.holder, appId, newSubject(userId)))
  const made = await findSealedSubject(userId, appId)
  if (!made?.pairSealed) throw new Error('subject vanished while it was made')
  return openSubject(made.holder, appId, made.pairSealed)
}
