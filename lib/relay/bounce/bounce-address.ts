import { randomOn, type Shard, shardsIn } from '#lib/core/shard'
import { bounceDomain } from '../destination'
import { BOUNCE_DAYS } from '../limits'
import { isProofOf, proofOf } from '../proof'

/** Whose mail came back: forwarded mail of an alias, one mail of our own, or a person's answer. */
export type BounceOf = 'alias' | 'service' | 'reply'

const PREFIX = { alias: 'b', service: 's', reply: 't' } as const satisfies Record<BounceOf, string>
const PROOF = { alias: 'bounce', service: 'service-bounce', reply: 'reply-bounce' } as const satisfies Record<BounceOf, string>

const SHAPE = /^([bst])-([a-z2-7]{16})-(\d{1,6})-([a-z2-7]{16})$/
const DAY_MS = 24 * 3600 * 1000

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS)

/** A random name in bounce addresses. @param shard of whose mail it is */
export const newBounceId = (shard: Shard) => randomOn(shard, 'bounce', 16, 'base32')

/** Where to look for what has that name. */
export const bounceShards = (bounceId: string): Shard[] => shardsIn('bounce', bounceId, 'base32')

/**
 * The envelope sender of a mail that leaves: `b-<random id of the alias>-<day>-<80-bit HMAC>@b.{ALIAS_DOMAIN}`, and `s-` or `t-` with the
 * random id of the mail for our own and for answers. Bounces come back to it; nobody else can make one up.
 */
export function bounceAddress(bounceId: string, at: Date, of: BounceOf = 'alias'): string {
  const name = `${bounceId}-${dayOf(at)}`
  return `${PREFIX[of]}-${name}-${proofOf(PROOF[of], name)}@${bounceDomain()}`
}

/** What a bounce address stands for, or null when it is forged or older than 30 days. */
export function bounceIn(localPart: string, at: Date): { of: BounceOf; bounceId: string } | null {
  const match = SHAPE.exec(localPart)
  if (!match) return null
  const [, prefix, bounceId = '', day = '', proof = ''] = match
  const of = prefix === PREFIX.alias ? 'alias' : prefix === PREFIX.service ? 'service' : 'reply'
  const age = dayOf(at) - Number(day)
  return isProofOf(PROOF[of], `${bounceId}-${day}`, proof) && age >= 0 && age <= BOUNCE_DAYS ? { of, bounceId } : null
}
