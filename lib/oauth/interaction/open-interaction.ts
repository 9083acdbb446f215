import type { ScopeName } from '#lib/scopes/catalog'
import { withToldAge } from '../authorize/auth-time-for'
import type { AuthorizationAnswer } from '../authorize/authorization-response'
import { judgeAuthorization } from '../authorize/judge-authorization'
import { type AuthorizationContext, readAuthorizationContext } from '../authorize/store'
import { ProvenRedirect } from '../errors'
import { type Interaction, readInteraction } from './interaction'

export type ResumedStep =
  | { kind: 'answer'; answer: AuthorizationAnswer }
  | { kind: 'interact'; screen: 'login' | 'choose_account' | 'consent' }
  /** The form was drawn for another session: it is shown anew, for the person who is here now. */
  | { kind: 'redraw'; screen: 'choose_account' | 'consent' }
  /** Something on the form cannot be taken. */
  | { kind: 'fault'; screen: 'consent' }
  /** Something else first, at this path of ours; the request waits. */
  | { kind: 'visit_page'; path: string }
  /** Unknown, expired or answered a while ago; or the app changed so that it can no longer be answered. */
  | { kind: 'expired' }
  /** The person said no, and that stands. */
  | { kind: 'denied' }

export type OpenInteraction = { interaction: Interaction; context: AuthorizationContext; redirect: ProvenRedirect; scopes: ScopeName[] }

/** The waiting request with what is true of its app and its person now; null when it can no longer be answered. */
export async function openInteraction(id: string, sessionHash: Buffer | null): Promise<OpenInteraction | null> {
  const interaction = await readInteraction(id)
  const context = interaction && (await readAuthorizationContext(interaction.clientId, sessionHash))
  if (!interaction || !context?.client.isActive) return null
  const { redirectUri, state, responseMode } = interaction.request
  const redirect = ProvenRedirect.prove(context.client, redirectUri, state, responseMode)
  if (!redirect) return null
  const scopes = interaction.request.scopes.filter((scope) => context.client.scopes.includes(scope))
  return { interaction, context, redirect, scopes }
}

/** What the open request needs next, given what happened since it began. */
export function judgeInteraction({ interaction, context, scopes }: OpenInteraction, sessionHash: Buffer | null) {
  const { client, session, grant } = context
  const { request } = interaction
  return judgeAuthorization({ ...request, scopes }, withToldAge(session, client.id, request.maxAgeSeconds), grant, {
    loggedInSince: session !== null && session.authTime >= interaction.createdAt,
    accountChosen: sessionHash !== null && interaction.chosenSessionHash?.equals(sessionHash) === true,
  })
}
