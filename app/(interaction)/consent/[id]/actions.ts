'use server'

import { answerConsent } from '#lib/oauth/finish-authorization'
import { requireSameOrigin } from '#lib/session/same-origin'
import { readUserSession } from '#lib/session/user-session'
import { goTo } from '../../next-step'

/** The person's answer: `decision`, and one `scope` for each ticked box. */
export async function answerAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const interactionId = String(form.get('interaction'))
  const session = await readUserSession()
  if (!session) return goTo(interactionId, { kind: 'interact', screen: 'login' })
  // Anything but a clear yes is a no.
  const decision = form.get('decision') === 'allow' ? 'allow' : 'deny'
  const ticked = form.getAll('scope').filter((value) => typeof value === 'string')
  return goTo(interactionId, await answerConsent(interactionId, session.hash, decision, ticked))
}
