import { env } from '#lib/core/env'
import { readAccessTime } from '#lib/grants/access-time'
import { answerConsent } from '#lib/oauth/interaction/answer-consent'
import { sessionHashOf, USER_REALM } from '#lib/session/realm'
import { isForm, MAX_BODY_BYTES } from '../body'
import { browserEndpoint, CrossOriginPageError, redirectTo } from '../browser-route'
import { deliverAnswer } from '../deliver-answer'
import type { Handler } from '../endpoint'
import { pageOf } from '../interaction-page'

const DECISIONS = ['allow', 'verify'] as const

/**
 * The form of the consent screen: `decision`, and one `scope` for each ticked box, how long it `lasts`. A plain form to a plain endpoint: its
 * answer may be a page that posts to the app, and no script of ours ever sees where it leads.
 */
const answer: Handler = async (request) => {
  if (request.header('origin') !== env().BASE_URL) throw new CrossOriginPageError()
  const form = new URLSearchParams(isForm(request) ? (await request.readBody(MAX_BODY_BYTES)).toString() : '')
  const interactionId = form.get('interaction') ?? ''
  const sessionHash = await sessionHashOf(USER_REALM, request.header('cookie'))
  const step = await answerConsent(interactionId, sessionHash, {
    // Anything but a clear yes is a no.
    decision: DECISIONS.find((decision) => decision === form.get('decision')) ?? 'deny',
    ticked: form.getAll('scope'),
    lasts: readAccessTime(form.get('lasts')),
    names: { given_name: form.get('given_name') ?? '', family_name: form.get('family_name') ?? '' },
    mark: form.get('mark') ?? '',
  })
  return step.kind === 'answer' ? deliverAnswer(step.answer, request) : redirectTo(pageOf(interactionId, step))
}

export const consentEndpoint = browserEndpoint('/oauth2/consent', { POST: answer })
