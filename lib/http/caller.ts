import { clientLibrary } from '#lib/core/client-library'
import { isTold } from '#lib/oauth/told-reasons'
import { recordRequest } from '#lib/request-log/recorder'
import type { Caller } from '#lib/request-log/seen'
import type { HttpReply, HttpRequest } from './message'

type Noted = { caller: Caller; isProven: boolean; isBrowser: boolean }

const noted = new WeakMap<HttpRequest, Noted>()

/** The app that a server names, with a secret or without. */
export const noteClient = (request: HttpRequest, clientId: string, hasSecret: boolean) =>
  noted.set(request, { caller: { clientId }, isProven: hasSecret, isBrowser: false })

/** The app that a person's browser was sent in the name of. */
export const noteVisit = (request: HttpRequest, clientId: string) => noted.set(request, { caller: { clientId }, isProven: false, isBrowser: true })

/** The key that a request has just proven. */
export const noteKey = (request: HttpRequest, companyId: string, keyId: string) =>
  noted.set(request, { caller: { companyId, keyId }, isProven: true, isBrowser: false })

/** What this request may be listed under: an id the database can look for, and nothing longer. */
const isClientId = (text: string) => /^[\x21-\x7e]{1,100}$/.test(text)

/**
 * Puts an answered request into the log of its app or key. Of one that a person's browser made only what follows from the request itself is told:
 * who is logged in, what they allowed before, and how long it took to find that out, is theirs.
 */
export function logCaller(request: HttpRequest, path: string, reply: HttpReply, code: string | null, took: number): void {
  const who = noted.get(request)
  if (!who || ('clientId' in who.caller && !isClientId(who.caller.clientId))) return
  const { caller, isBrowser } = who
  const reason = isTold(reply.reason) ? reply.reason : null
  const told = isBrowser ? { status: reason ? reply.status : 303, code: reason && code, took: null } : { status: reply.status, code, took }
  recordRequest({
    id: request.id,
    caller,
    endpoint: `${request.method} ${path}`,
    ...told,
    reason,
    library: isBrowser ? null : clientLibrary(request.header('user-agent')),
    isProven: who.isProven && code !== 'invalid_client',
  })
}
