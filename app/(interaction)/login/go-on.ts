import { redirect } from 'next/navigation'
import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { resumeByRedirect } from '#lib/oauth/interaction/resume-authorization'
import { safeReturnPath } from '#lib/session/return-path'
import { startUserSession } from '#lib/session/user-session'
import { withQuery } from '../form-text'
import { nextAddress } from '../next-step'

export type ProvenPerson = ProvenLogIn & { isFirst?: boolean }

type Destination = { interactionId?: string; returnTo?: string }

/** Starts the session of a person who proved who they are. @returns where they were going */
export async function begin({ isFirst, ...proven }: ProvenPerson, to: Destination): Promise<string> {
  const sessionHash = await startUserSession(proven, { isFirst })
  // Somebody changed the password or the like at this very moment: what was proven counts no more.
  if (!sessionHash) return withQuery('/login', { interaction: to.interactionId, return_to: to.returnTo })
  if (to.interactionId) return nextAddress(to.interactionId, await resumeByRedirect(to.interactionId, sessionHash))
  return safeReturnPath(to.returnTo, '/account/access')
}

/** The same, and takes them there: for forms, whose answer the browser follows by itself. */
export const goOn = async (person: ProvenPerson, to: Destination): Promise<never> => redirect(await begin(person, to))
