import { withDatabase } from '#lib/core/db'
import { isStorableText } from '#lib/core/outside-text'
import { logoutResponse } from './authorization-response'
import { ProvenRedirect } from './errors'
import { openIdTokenHint } from './id-token-hint'
import { readAuthorizationContext } from './store/authorization'
import { findAppForPeople, findClient } from './store/client'

export type EndSessionRequest = {
  idTokenHint: string | undefined
  clientId: string | undefined
  postLogoutRedirectUri: string | undefined
  state: string | undefined
}

export type EndSessionStep =
  /** End the session, when there is one, and go to `location`, or say that it is done. */
  | { kind: 'end'; location: string | null }
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
  const isTheirs = isHintOfClient && context?.session?.sub === hint.sub
  if (isTheirs || sessionHash === null || context?.session === null) return { kind: 'end', location: await returnAddress({ ...request, clientId }) }
  return { kind: 'ask', clientId }
}

/**
 * The address to go to afterwards: one of the app's registered ones, character for character.
 * @returns null when none was sent or it is not the app's
 */
export async function returnAddress(request: Pick<EndSessionRequest, 'clientId' | 'postLogoutRedirectUri' | 'state'>): Promise<string | null> {
  const { clientId, postLogoutRedirectUri, state } = request
  if (!clientId || !postLogoutRedirectUri || !isStorableText(clientId)) return null
  const client = await findClient(clientId)
  const redirect = client?.isActive ? ProvenRedirect.prove(client.redirectUris, postLogoutRedirectUri, state) : null
  return redirect && logoutResponse(redirect)
}

/** The name of the app that asks, for the page. */
export async function nameOfClient(clientId: string | undefined): Promise<string | null> {
  const client = clientId && isStorableText(clientId) ? await findClient(clientId) : null
  const app = client?.isActive ? await withDatabase((db) => findAppForPeople(db, client.id)) : null
  return app?.name ?? null
}
