import type { AuthorizationAnswer } from '#lib/oauth/authorize/authorization-response'
import { isOfVerifiedCompany } from '#lib/oauth/client/store'
import { destinationOf, formPostPage, leavingPage } from './answer-pages'
import { lookOf, redirectTo } from './browser-route'
import type { HttpReply, HttpRequest } from './message'

/** The answer that a person waits for: they pressed a button here, now or when they allowed this app. */
export function deliverAnswer(answer: AuthorizationAnswer, request: HttpRequest): HttpReply {
  const destination = destinationOf(answer)
  const reply = destination.fields ? formPostPage(destination, lookOf(request)) : redirectTo(destination.uri)
  return { ...reply, reason: answer.reason }
}

/**
 * An answer that nobody pressed a button for: a link was enough. Until the app's company is verified a page names the
 * address first. @see RFC 9700 §4.11.2
 */
export async function deliverUnasked(answer: AuthorizationAnswer, request: HttpRequest): Promise<HttpReply> {
  if (await isOfVerifiedCompany(answer.redirect.clientId)) return deliverAnswer(answer, request)
  return { ...leavingPage(destinationOf(answer), lookOf(request)), reason: answer.reason }
}
