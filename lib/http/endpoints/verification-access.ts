import { browserSecretOf } from '#lib/session/browser-secret-cookie'
import { ABSOLUTE_SECONDS, IDLE_SECONDS, sessionHashOf, USER_REALM } from '#lib/session/realm'
import { readUserSessionRow } from '#lib/session/store'
import { isPhoneLink, readPhoneLink } from '#lib/verifications/page/hand-off'
import { visitVerification } from '#lib/verifications/page/visit-verification'
import type { HttpRequest } from '../message'

/** Who makes a plain request, by the cookie of the log-in. */
async function userOf(request: HttpRequest): Promise<string | null> {
  const hash = await sessionHashOf(USER_REALM, request.header('cookie'))
  return (hash && (await readUserSessionRow(hash, IDLE_SECONDS, ABSOLUTE_SECONDS))?.userId) ?? null
}

/** The session for which this browser may take pictures: its owner's, or the phone's that was handed over to. */
export async function mayTakePictures(request: HttpRequest, token: string): Promise<string | null> {
  if (!isPhoneLink(token)) {
    const visit = await visitVerification(token, await userOf(request))
    return visit?.isOwner ? visit.id : null
  }
  const link = await readPhoneLink(token, browserSecretOf('capture', request.header('cookie')))
  return link.kind === 'taken' ? link.sessionId : null
}

/** The same for looking whether anything changed. */
export async function visitOf(request: HttpRequest, token: string) {
  const visit = await visitVerification(token, await userOf(request))
  return visit?.isOwner ? visit : null
}
