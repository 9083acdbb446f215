import { randomBytes } from 'node:crypto'
import { base32 } from '#lib/core/base32'
import { randomBase62 } from '#lib/core/random-id'
import { findSubject, insertSubject, type Subject } from './store'

/** 16 characters, 80 random bits; never derived from `sub`, never given to anybody else. */
const newAliasLocalPart = () => base32(randomBytes(10))

/**
 * The pairwise `sub` and the alias of one person at one app, made on the first visit and kept for good.
 * Spec: Claims and identifiers. @see OpenID Connect Core §8.1
 */
export async function ensureSubject(userId: string, appId: string): Promise<Subject> {
  const known = await findSubject(userId, appId)
  if (known) return known
  await insertSubject(userId, appId, { sub: randomBase62(22), aliasLocalPart: newAliasLocalPart() })
  const subject = await findSubject(userId, appId)
  if (!subject) throw new Error('subject vanished while it was made')
  return subject
}
