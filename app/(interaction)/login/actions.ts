'use server'

import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { refusalText } from '#app/_i18n/refusal-text'
import type { FormAnswer } from '#components/ui/action-form'
import { beginSecondFactor } from '#lib/accounts/factors/second-factor'
import { logInWithPasskey, passkeyRequestOptions } from '#lib/accounts/passkeys/log-in-with-passkey'
import { chooseAccount } from '#lib/oauth/interaction/resume-authorization'
import { keepBrowserSecret } from '#lib/session/browser-secret'
import { readClient } from '#lib/session/client'
import { requireSameOrigin } from '#lib/session/same-origin'
import { endUserSession, readUserSession } from '#lib/session/user-session'
import { logIn } from '#lib/users/log-in'
import { PEOPLE } from '#lib/users/people'
import { formText, withQuery } from '../form-text'
import { goTo } from '../next-step'
import { begin, goOn } from './go-on'

export async function logInAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const email = formText(form, 'email')
  const to = { interactionId: formText(form, 'interaction'), returnTo: formText(form, 'return_to') }
  const t = await getTranslations('login')
  const refuse = (message: string): FormAnswer => ({ look: 'danger', message, values: { email } })
  const outcome = await logIn(email, formText(form, 'password'), await readClient())
  if (outcome.kind === 'wrong') return refuse(t('wrong'))
  if (outcome.kind === 'busy') return refuse(t('busy'))
  if (outcome.kind === 'unconfirmed') return refuse(t('unconfirmed'))
  if (outcome.kind === 'throttled' || outcome.kind === 'stopped') return refuse(await refusalText(outcome, 'password'))
  if (outcome.kind === 'ok') return goOn(outcome, to)
  await keepBrowserSecret('second-factor', await beginSecondFactor('person', outcome))
  redirect(withQuery('/login/verify', { interaction: to.interactionId, return_to: to.returnTo }))
}

export async function passkeyOptionsAction() {
  await requireSameOrigin()
  return passkeyRequestOptions(PEOPLE)
}

/**
 * Logs in with the browser's answer. A redirect from here would be followed by scripts, which would fetch the app's callback
 * with the code in it; so the page is told where to go.
 * @returns null when the answer could not be verified
 */
export async function passkeyLogInAction(
  to: { interactionId?: string; returnTo?: string },
  response: AuthenticationResponseJSON,
): Promise<string | null> {
  await requireSameOrigin()
  const person = await logInWithPasskey(PEOPLE, response)
  return person && begin(person, { interactionId: String(to?.interactionId ?? ''), returnTo: String(to?.returnTo ?? '') })
}

/** Goes on with the account that the button named, if it is still the one that is logged in. */
export async function continueAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const interactionId = formText(form, 'interaction')
  const session = await readUserSession()
  if (!session) return goTo(interactionId, { kind: 'interact', screen: 'login' })
  return goTo(interactionId, await chooseAccount(interactionId, session.hash, formText(form, 'mark')))
}

/** Logs out and offers the log-in form of the same request. */
export async function switchAccountAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  await endUserSession()
  return goTo(formText(form, 'interaction'), { kind: 'interact', screen: 'login' })
}
