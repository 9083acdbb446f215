import { randomBytes } from 'node:crypto'
import { randomBase62 } from '#lib/core/random-id'
import { findSubject, insertSubject, type Subject } from './store'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** 16 characters, 80 random bits; never derived from `sub`, never given to anybody else. */
const newAliasLocalPart = () => [...randomBytes(16)].map((byte) => BASE32[byte % 32]).join('')

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
