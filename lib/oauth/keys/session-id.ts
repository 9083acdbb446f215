import { blindIndex } from '#lib/core/sealed'

/**
 * The `sid` that an app is given, of the random name under which its session is kept. A copy of the database without the
 * keys does not say which sessions two apps know are one person's.
 * @see OpenID Connect Front-Channel Logout §3, Back-Channel Logout §2.1
 */
export const sessionIdOf = (visit: string): string => blindIndex('sid', visit).toString('base64url')
