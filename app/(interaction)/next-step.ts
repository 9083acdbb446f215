import { redirect } from 'next/navigation'
import { pageOf } from '#lib/http/interaction-page'
import { answerUri } from '#lib/oauth/authorize/authorization-response'
import type { ResumedStep } from '#lib/oauth/interaction/open-interaction'

type Step = ResumedStep | { kind: 'visit' }

const resumeAddress = (interactionId: string) => `/oauth2/resume?interaction=${encodeURIComponent(interactionId)}`

/** Goes on where the answer may have to be posted, or where nobody pressed a button. */
export const resumeAt = (interactionId: string): never => redirect(resumeAddress(interactionId))

/** Where the authorization request of somebody who pressed a button goes next: an address of ours, or the app's. */
export function nextAddress(interactionId: string, step: Step): string {
  if (step.kind === 'visit') return resumeAddress(interactionId)
  return step.kind === 'answer' ? answerUri(step.answer) : pageOf(interactionId, step)
}

/** Takes the browser there. */
export const goTo = (interactionId: string, step: Step): never => redirect(nextAddress(interactionId, step))
