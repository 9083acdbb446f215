import { env } from '#lib/core/env'

/** Where mail to an address of ours goes. Only the shape is judged; whether the alias exists is the database's answer. */
export type Destination =
  | { kind: 'alias'; localPart: string }
  | { kind: 'bounce'; localPart: string }
  | { kind: 'reply'; localPart: string }
  | { kind: 'role'; localPart: 'postmaster' | 'abuse' }
  | { kind: 'unknown' }
  | { kind: 'foreign' }

const ALIAS = /^[a-z2-7]{16}$/

const REVERSE = /^r-[a-z2-7]{16}$/

export const replyDomain = () => `r.${env().ALIAS_DOMAIN}`

export const bounceDomain = () => `b.${env().ALIAS_DOMAIN}`

export function destinationOf(address: string): Destination {
  const at = address.lastIndexOf('@')
  const localPart = (at < 0 ? address : address.slice(0, at)).toLowerCase()
  // RFC 5321 §4.5.1: `postmaster` is taken without a domain as well.
  const domain = at < 0 && localPart === 'postmaster' ? env().ALIAS_DOMAIN : address.slice(at + 1).toLowerCase()
  if (domain === replyDomain()) return REVERSE.test(localPart) ? { kind: 'reply', localPart } : { kind: 'unknown' }
  const isBounceDomain = domain === bounceDomain()
  if (!isBounceDomain && domain !== env().ALIAS_DOMAIN) return { kind: 'foreign' }
  if (localPart === 'postmaster' || localPart === 'abuse') return { kind: 'role', localPart }
  if (isBounceDomain) return { kind: 'bounce', localPart }
  return ALIAS.test(localPart) ? { kind: 'alias', localPart } : { kind: 'unknown' }
}
