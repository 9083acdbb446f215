import { redirect } from 'next/navigation'
import { resumeAuthorization } from '#lib/oauth/finish-authorization'
import { safeReturnPath } from '#lib/session/return-path'
import { startUserSession } from '#lib/session/user-session'
import { goTo } from '../next-step'

export type ProvenPerson = { userId: string; amr: string[]; isFirst?: boolean }

/** Starts the session of a person who proved who they are, and takes them where they were going. */
export async function goOn({ userId, amr, isFirst }: ProvenPerson, to: { interactionId?: string; returnTo?: string }): Promise<never> {
  const sessionHash = await startUserSession(userId, amr, { isFirst })
  if (to.interactionId) return goTo(to.interactionId, await resumeAuthorization(to.interactionId, sessionHash))
  redirect(safeReturnPath(to.returnTo, '/account/access'))
}
