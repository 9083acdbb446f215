'use server'

import { redirect } from 'next/navigation'
import { hasOtherAccounts } from '#lib/session/browser-accounts'
import { requireSameOrigin } from '#lib/session/same-origin'
import { endUserSession } from '#lib/session/user-session'

export async function logOutAction(): Promise<never> {
  await requireSameOrigin()
  await endUserSession()
  // Whoever leaves is shown who else is still logged in here.
  redirect((await hasOtherAccounts()) ? '/login' : '/')
}
