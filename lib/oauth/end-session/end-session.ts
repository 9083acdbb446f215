import { withDatabase } from '#lib/core/db'
import { isStorableText } from '#lib/core/outside-text'
import { subIndex } from '#lib/subjects/sealed-subject'
import { withParameters } from '../authorize/authorization-response'
import { readAuthorizationContext } from '../authorize/store'
import { findAppForPeople, findClient, isOfVerifiedCompany } from '../client/store'
import { openIdTokenHint } from '../keys/id-token-hint'

export type EndSessionRequest = {
  idTokenHint: string | undefined
  clientId: string | undefined
  postLogoutRedirectUri: string | undefined
  state: string | undefined
}

/** Where to after logging out. @see OpenID Connect RP-Initiated Logout §3 */
export type AfterLogOut =
  /** Whose address it is was checked, or not. */
  | { kind: 'app'; location: string; isVerified: boolean }
  /** An address was sent that is not the app's, or nobody knows whose: the fault is said on a page of ours. */
  | { kind: 'unregistered' }
  /** None was sent. */
  | { kind: 'nowhere' }

export type EndSessionStep =
  /** The session is the app's to end. Null: none is there, or none that lives. */
  | { kind: 'end'; askingAppId: string | null; next: AfterLogOut }
  /** Nothing proves that this person wants it: ask. */
  | { kind: 'ask'; clientId: string | undefined }

/**
 * What a wish to log out needs. An id_token of the person in front of the browser is proof enough; without one, or with
 * somebody else's, a page asks first, so that no other site can log anybody out.
 * @see OpenID Connect RP-Initiated Logout §2, §3, §6
 * @param sessionHash fingerprint of the browser's session, when it has one
 */
export async function judgeEndSession(request: EndSessionRequest, sessionHash: Buffer | null): Promise<EndSessionStep> {
  const hint = request.idTokenHint === undefined ? null : await openIdTokenHint(request.idTokenHint)
  const clientId = request.clientId ?? hint?.clientId
  const isHintOfClient = hint !== null && hint.clientId === clientId
  const context = clientId === undefined ? null : await readAuthorizationContext(clientId, sessionHash)
  const isTheirs = isHintOfClient && context?.session?.subIndex?.equals(subIndex(hint.sub)) === true
  if (isTheirs || sessionHash === null || context?.session === null) {
    return { kind: 'end', askingAppId: isTheirs ? context.client.id : null, next: await afterLogOut({ ...request, clientId }) }
  }
  return { kind: 'ask', clientId }
}

/** People are led to an address that the app registered for it, character for character, and to no other. */
export async function afterLogOut(request: Pick<EndSessionRequest, 'clientId' | 'postLogoutRedirectUri' | 'state'>): Promise<AfterLogOut> {
  const { clientId, postLogoutRedirectUri, state } = request
  if (!postLogoutRedirectUri) return { kind: 'nowhere' }
  const client = clientId && isStorableText(clientId) ? await findClient(clientId) : null
  const isRegistered = client?.isActive && client.postLogoutRedirectUris.includes(postLogoutRedirectUri)
  if (!isRegistered) return { kind: 'unregistered' }
  const location = withParameters(postLogoutRedirectUri, state === undefined ? {} : { state })
  return { kind: 'app', location, isVerified: await isOfVerifiedCompany(client.clientId) }
}

/** The name of the app that asks, for the page. */
export async function nameOfClient(clientId: string | undefined): Promise<string | null> {
  const client = clientId && isStorableText(clientId) ? await findClient(clientId) : null
  const app = client?.isActive ? await withDatabase((db) => findAppForPeople(db, client.id)) : null
  return app?.name ?? null
}
