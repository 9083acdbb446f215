'use server'

import { redirect } from 'next/navigation'
import { returnAddress } from '#lib/oauth/end-session'
import { requireSameOrigin } from '#lib/session/same-origin'
import { endUserSession } from '#lib/session/user-session'
import { formText } from '../form-text'

/** Logs out, and back to the app where the address is one of its own. */
export async function logOutForAppAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  await endUserSession()
  const location = await returnAddress({
    clientId: formText(form, 'client_id'),
    postLogoutRedirectUri: formText(form, 'post_logout_redirect_uri'),
    state: formText(form, 'state') || undefined,
  })
  redirect(location ?? '/logout')
}
