import { randomBytes } from 'node:crypto'
import { base32 } from '#lib/core/base32'
import { randomBase62 } from '#lib/core/random-id'
import { openSubject, type Subject, sealSubject } from './sealed-subject'
import { findSealedSubject, insertSubject } from './store'

/** 16 characters, 80 random bits; never derived from `sub`, never given to anybody else. */
const newAliasLocalPart = () => base32(randomBytes(10))

/**
 * The pairwise `sub` and the alias of one person at one app, made on the first visit and kept for good.
 * Spec: Claims and identifiers. @see OpenID Connect Core §8.1
 */
export async function ensureSubject(userId: string, appId: string): Promise<Subject> {
  const first = await findSealedSubject(userId, appId)
  if (!first) throw new Error('the person is gone')
  if (first.pairSealed) return openSubject(first.holder, appId, first.pairSealed)
  await insertSubject(userId, appId, sealSubject(first.holder, appId, { sub: randomBase62(22), aliasLocalPart: newAliasLocalPart() }))
  const made = await findSealedSubject(userId, appId)
  if (!made?.pairSealed) throw new Error('subject vanished while it was made')
  return openSubject(made.holder, appId, made.pairSealed)
}
