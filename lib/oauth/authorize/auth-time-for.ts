import { createHmac } from 'node:crypto'
import { firstKeyEver } from '#lib/core/keyring'
import { numericDate } from '#lib/core/time'

/** When a person logged in, as only we know it. The seed is that of the session. */
export type LogInTime = { authTime: Date; authAgeSeconds: number; authTimeSeed: Buffer }

/** An app is told a time that is at most this much earlier than the real one. A power of two. */
export const WIDEST_OFFSET_SECONDS = 256

/**
 * The `auth_time` that an app is told. The real one is one value for all apps, and would join the people of two of them.
 * It is earlier by an offset fixed for session and app, below half of `max_age`: never later than the log-in, and never
 * so early that the app finds the log-in too old (while a person dwells on the screens the offset gives way first).
 *
 * Offsets for different `max_age` are the low bits of one number. So an app that asks with many of them learns what the
 * narrowest told it and no more.
 * @see OpenID Connect Core §2, §3.1.2.1
 * @returns seconds since 1970
 */
export function authTimeFor(logIn: LogInTime, appId: string, maxAgeSeconds = Number.POSITIVE_INFINITY): number {
  const noise = createHmac('sha256', firstKeyEver('auth-time').key).update(logIn.authTimeSeed).update(appId).digest().readUInt32BE()
  const real = numericDate(logIn.authTime)
  let width = widestFor(maxAgeSeconds)
  while (width > 1 && logIn.authAgeSeconds + (noise % width) > maxAgeSeconds) width /= 2
  return real - (noise % width)
}

/**
 * The session with the age that its log-in has for this app: counted from the time it would be told. If freshness were
 * judged by the real time, `prompt=none` with one `max_age` after the other would find it out.
 */
export function withToldAge<Session extends LogInTime>(session: Session | null, appId: string, maxAgeSeconds: number | undefined): Session | null {
  if (session === null || maxAgeSeconds === undefined) return session
  const told = authTimeFor({ ...session, authAgeSeconds: 0 }, appId, maxAgeSeconds)
  return { ...session, authAgeSeconds: session.authAgeSeconds + session.authTime.getTime() / 1000 - told }
}

/** The largest power of two that is no more than half of `max_age`. */
function widestFor(maxAgeSeconds: number): number {
  let width = WIDEST_OFFSET_SECONDS
  while (width > 1 && width > maxAgeSeconds / 2) width /= 2
  return width
}
