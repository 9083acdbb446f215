import type { ResumedStep } from '#lib/oauth/interaction/open-interaction'

/** The address of the page that a waiting request goes on with. */
export function pageOf(interactionId: string, step: Exclude<ResumedStep, { kind: 'answer' }>): string {
  const id = encodeURIComponent(interactionId)
  if (step.kind === 'visit_page') return step.path
  if (step.kind === 'fault') return `/consent/${id}?fault=name`
  const anew = step.kind === 'redraw'
  if ((step.kind === 'interact' || step.kind === 'redraw') && step.screen === 'consent') return `/consent/${id}${anew ? '?anew=1' : ''}`
  return `/login?interaction=${id}${anew ? '&anew=1' : ''}`
}
