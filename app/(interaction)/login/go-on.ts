import { redirect } from 'next/navigation'
import { beginSecondFactor, type FirstStep } from '#lib/accounts/factors/second-factor'
import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { resumeByRedirect } from '#lib/oauth/interaction/resume-authorization'
import { keepBrowserSecret } from '#lib/session/browser-secret'
import type { Destination } from '#lib/session/destination'
import { startUserSession } from '#lib/session/user-session'
import { isPersonSuspended } from '#lib/users/account/suspend-person'
import { nextAddress } from '../next-step'
import { entryPath } from '../where-to'

export type ProvenPerson = ProvenLogIn & { isFirst?: boolean }

/** Starts the session of a person who proved who they are. @returns where they were going */
export async function begin({ isFirst, ...proven }: ProvenPerson, to: Destination): Promise<string> {
  const begun = await startUserSession(proven, { isFirst })
  // The operator lets nobody in, or somebody changed the password or the like at this very moment: what was proven counts no more.
  if (!begun) return entryPath('/login', to, { suspended: (await isPersonSuspended(proven.id)) ? '1' : undefined })
  if (to.interactionId) return nextAddress(to.interactionId, await resumeByRedirect(to.interactionId, begun.hash))
  if (to.returnTo) return to.returnTo
  if (begun.isKept) return '/account/access?kept=1'
  return isFirst ? '/account?welcome=1' : '/account/access'
}

/** The same, and takes them there: for forms, whose answer the browser follows by itself. */
export const goOn = async (person: ProvenPerson, to: Destination): Promise<never> => redirect(await begin(person, to))

/** On to the one-time code, which is still due. @param lost whether there is none any more, and a document is to do instead */
export async function askForFactor(first: FirstStep, to: Destination, { lost = false } = {}): Promise<never> {
  await keepBrowserSecret('second-factor', await beginSecondFactor('person', first))
  redirect(entryPath('/login/verify', to, { lost: lost ? '1' : undefined }))
}
