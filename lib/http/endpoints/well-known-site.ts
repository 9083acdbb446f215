import { contactAddress, env } from '#lib/core/env'
import { rfc3339 } from '#lib/core/time'
import { LOCALES } from '#lib/i18n/locales'
import { browserEndpoint, redirectTo } from '../browser-route'
import type { HttpReply } from '../message'

const DAY = 24 * 3600_000
/** Nobody may rely on the file for longer, and it is made anew at each request. */
const GOOD_FOR_DAYS = 180

/** Where password managers lead people. @see https://www.w3.org/TR/change-password-url/ */
export const changePasswordEndpoint = browserEndpoint('/.well-known/change-password', { GET: async () => redirectTo('/account/security') })

/** Whom to tell of a fault. @see RFC 9116 */
export const securityTxtEndpoint = browserEndpoint('/.well-known/security.txt', { GET: async () => securityTxt(new Date()) })

function securityTxt(now: Date): HttpReply {
  const { BASE_URL } = env()
  const expires = new Date((Math.floor(now.getTime() / DAY) + GOOD_FOR_DAYS) * DAY)
  const lines = [
    `Contact: mailto:${contactAddress()}`,
    `Expires: ${rfc3339(expires)}`,
    `Preferred-Languages: ${LOCALES.join(', ')}`,
    `Canonical: ${BASE_URL}/.well-known/security.txt`,
    `Policy: ${BASE_URL}/security`,
  ]
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
    body: `${lines.join('\n')}\n`,
  }
}
