'use server'

import { redirect } from 'next/navigation'
import { afterLogOut } from '#lib/oauth/end-session/end-session'
import { requireSameOrigin } from '#lib/session/same-origin'
import { endUserSession } from '#lib/session/user-session'
import { formText, withQuery } from '../form-text'

/** Logs out, and back to the app where the address is one of its own. The endpoint tells of one that is not. */
export async function logOutForAppAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  await endUserSession()
  const [client_id, post_logout_redirect_uri, state] = ['client_id', 'post_logout_redirect_uri', 'state'].map(
    (name) => formText(form, name) || undefined,
  )
  const next = await afterLogOut({ clientId: client_id, postLogoutRedirectUri: post_logout_redirect_uri, state })
  if (next.kind === 'unregistered') redirect(withQuery('/oauth2/logout', { client_id, post_logout_redirect_uri }))
  redirect(next.kind === 'app' ? next.location : '/logout')
}
