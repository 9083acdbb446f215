'use server'

import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { chooseAccount, resumeAuthorization } from '#lib/oauth/finish-authorization'
import { keepBrowserSecret } from '#lib/session/browser-secret'
import { requireSameOrigin } from '#lib/session/same-origin'
import { endUserSession, readUserSession } from '#lib/session/user-session'
import { beginSecondFactor } from '#lib/users/factors/second-factor'
import { logIn } from '#lib/users/log-in'
import { logInWithPasskey, passkeyRequestOptions } from '#lib/users/passkeys/log-in-with-passkey'
import { formText, withQuery } from '../form-text'
import { goTo } from '../next-step'
import { goOn } from './go-on'

export async function logInAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const email = formText(form, 'email')
  const to = { interactionId: formText(form, 'interaction'), returnTo: formText(form, 'return_to') }
  const t = await getTranslations('login')
  const refuse = (message: string): FormAnswer => ({ look: 'danger', message, values: { email } })
  const outcome = await logIn(email, formText(form, 'password'))
  if (outcome.kind === 'wrong') return refuse(t('wrong'))
  if (outcome.kind === 'busy') return refuse(t('busy'))
  if (outcome.kind === 'unconfirmed') return refuse(t('unconfirmed'))
  if (outcome.kind === 'throttled') return refuse(t('throttled', { minutes: Math.ceil(outcome.waitSeconds / 60) }))
  if (outcome.kind === 'ok') return goOn(outcome, to)
  await keepBrowserSecret('second-factor', await beginSecondFactor(outcome.userId))
  redirect(withQuery('/login/verify', { interaction: to.interactionId, return_to: to.returnTo }))
}

export async function passkeyOptionsAction() {
  await requireSameOrigin()
  return passkeyRequestOptions()
}

/** Logs in with the browser's answer; comes back only when it could not be verified. */
export async function passkeyLogInAction(response: AuthenticationResponseJSON, to: { interactionId?: string; returnTo?: string }): Promise<false> {
  await requireSameOrigin()
  const person = await logInWithPasskey(response)
  return person ? goOn(person, { interactionId: String(to?.interactionId ?? ''), returnTo: String(to?.returnTo ?? '') }) : false
}

/** Goes on with the account that is logged in. */
export async function continueAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const interactionId = formText(form, 'interaction')
  const session = await readUserSession()
  if (!session) return goTo(interactionId, { kind: 'interact', screen: 'login' })
  await chooseAccount(interactionId, session.hash)
  return goTo(interactionId, await resumeAuthorization(interactionId, session.hash))
}

/** Logs out and offers the log-in form of the same request. */
export async function switchAccountAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  await endUserSession()
  return goTo(formText(form, 'interaction'), { kind: 'interact', screen: 'login' })
}
