import { resumeAuthorization } from '#lib/oauth/interaction/resume-authorization'
import { sessionHashOf, USER_REALM } from '#lib/session/realm'
import { browserEndpoint, redirectTo } from '../browser-route'
import { deliverAnswer, deliverUnasked } from '../deliver-answer'
import type { Handler } from '../endpoint'
import { pageOf } from '../interaction-page'
import { queryOf } from '../message'

/**
 * Goes on with a waiting request where a page cannot: its answer may be a page that posts to the app. Only a browser that
 * navigates here gets one; what a script fetches ahead is told to come as a navigation.
 */
const resume: Handler = async (request) => {
  const mode = request.header('sec-fetch-mode')
  if (request.header('rsc') !== null || (mode !== null && mode !== 'navigate')) {
    return { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }, body: '' }
  }
  const interactionId = queryOf(request).get('interaction') ?? ''
  const step = await resumeAuthorization(interactionId, await sessionHashOf(USER_REALM, request.header('cookie')))
  if (step.kind !== 'answer') return redirectTo(pageOf(interactionId, step))
  return step.answer.reason === undefined ? deliverAnswer(step.answer, request) : deliverUnasked(step.answer, request)
}

export const resumeEndpoint = browserEndpoint('/oauth2/resume', { GET: resume })
