import { headers } from 'next/headers'
import { env } from '#lib/core/env'

/** A form arrived from somewhere else, or from a browser that does not say where from. */
export class CrossOriginError extends Error {}

/**
 * Every server action calls this first. A missing, `null` or foreign Origin is refused; every current browser sends
 * the right one with a form. @see RFC 6454 §7
 * @throws CrossOriginError
 */
export async function requireSameOrigin(): Promise<void> {
  const origin = (await headers()).get('origin')
  if (origin !== env().BASE_URL) throw new CrossOriginError('this form was not sent from this site')
}
