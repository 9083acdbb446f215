import { redirect } from 'next/navigation'
import type { ResumedStep } from '#lib/oauth/finish-authorization'

/** Takes the browser where the authorization request goes next. */
export function goTo(interactionId: string, step: ResumedStep): never {
  if (step.kind === 'redirect') redirect(step.location)
  if (step.kind === 'interact' && step.screen === 'consent') redirect(`/consent/${interactionId}`)
  redirect(`/login?interaction=${encodeURIComponent(interactionId)}`)
}
