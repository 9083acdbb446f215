import { bounceDomain } from '../destination'
import { BOUNCE_DAYS } from '../limits'
import { isProofOf, proofOf } from '../proof'

const SHAPE = /^b-([a-z2-7]{16})-(\d{1,6})-([a-z2-7]{16})$/
const DAY_MS = 24 * 3600 * 1000

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS)

/**
 * The envelope sender of a forwarded mail: `b-<random id of the alias>-<day>-<80-bit HMAC>@b.{ALIAS_DOMAIN}`. Bounces
 * come back to it; nobody else can make one up.
 */
export function bounceAddress(bounceId: string, at: Date): string {
  const name = `${bounceId}-${dayOf(at)}`
  return `b-${name}-${proofOf('bounce', name)}@${bounceDomain()}`
}

/** The alias a bounce address stands for, or null when it is forged or older than 30 days. */
export function bounceIdIn(localPart: string, at: Date): string | null {
  const match = SHAPE.exec(localPart)
  if (!match) return null
  const [, bounceId = '', day = '', proof = ''] = match
  const age = dayOf(at) - Number(day)
  return isProofOf('bounce', `${bounceId}-${day}`, proof) && age >= 0 && age <= BOUNCE_DAYS ? bounceId : null
}
