'use server'

import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { refusalText } from '#app/_i18n/refusal-text'
import type { FormAnswer } from '#components/ui/action-form'
import { logInWithPasskey, passkeyRequestOptions } from '#lib/accounts/passkeys/log-in-with-passkey'
import { readEmail } from '#lib/core/email-address'
import { isDrawnFor } from '#lib/oauth/interaction/interaction-form'
import { chooseAccount } from '#lib/oauth/interaction/resume-authorization'
import { bringIntoUse, hasOtherAccounts, logOutOf, logOutOfAll, readBrowserAccounts, setAside } from '#lib/session/browser-accounts'
import { newBrowserSecret } from '#lib/session/browser-secret'
import { readClient } from '#lib/session/client'
import { type Destination, destinationOf } from '#lib/session/destination'
import { requireSameOrigin } from '#lib/session/same-origin'
import { keepWaiting } from '#lib/session/waiting'
import { logIn } from '#lib/users/log-in'
import { requestLogInCode } from '#lib/users/mail-code/request-log-in-code'
import { PEOPLE } from '#lib/users/people'
import { formText } from '../form-text'
import { goTo } from '../next-step'
import { destinationFrom, entryPath } from '../where-to'
import { askForFactor, begin, goOn } from './go-on'

export async function logInAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const email = formText(form, 'email')
  const to = destinationFrom(form)
  if (formText(form, 'way') === 'code') return mailCode(email, to)
  const t = await getTranslations('login')
  const refuse = (message: string, field?: string): FormAnswer => ({ look: 'danger', message, field, values: { email } })
  const outcome = await logIn(email, formText(form, 'password'), await readClient())
  if (outcome.kind === 'wrong') return refuse(t('wrong'), 'password')
  if (outcome.kind === 'busy') return refuse(t('busy'))
  if (outcome.kind === 'unconfirmed') return refuse(t('unconfirmed'), 'email')
  if (outcome.kind === 'throttled' || outcome.kind === 'stopped') return refuse(await refusalText(outcome, 'password'))
  return outcome.kind === 'ok' ? goOn(outcome, to) : askForFactor(outcome, to)
}

/** For whoever has neither password nor passkey at hand: the same page follows whether there is an account or not. */
async function mailCode(typed: string, to: Destination): Promise<FormAnswer> {
  const email = readEmail(typed)
  if (email === null) return { look: 'danger', message: (await getTranslations('mailCode'))('needsEmail'), field: 'email', values: { email: typed } }
  const secret = newBrowserSecret()
  const outcome = await requestLogInCode(email, secret, await readClient())
  if (outcome.kind !== 'mailed') return { look: 'danger', message: await refusalText(outcome, 'mail'), values: { email } }
  redirect(await keepWaiting({ ...to, secret, email, for: 'log_in' }))
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
  fields: { interaction?: string; return_to?: string },
  response: AuthenticationResponseJSON,
): Promise<string | null> {
  await requireSameOrigin()
  const person = await logInWithPasskey(PEOPLE, response)
  const to = destinationOf((name) => fields?.[name])
  return person && begin(person, to)
}

/** The account of this browser that a form was drawn for. */
async function named(form: FormData, to: Destination) {
  const mark = formText(form, 'mark')
  const accounts = await readBrowserAccounts()
  return { mark, account: accounts.find(({ hash }) => isDrawnFor(mark, 'choose_account', to.interactionId ?? '', hash)) }
}

/** Goes on with the account that the button named, if it is still logged in here; it is the one in use from now on. */
export async function chooseAccountAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const to = destinationFrom(form)
  const { mark, account } = await named(form, to)
  if (!account || !(await bringIntoUse(account.hash))) redirect(entryPath('/login', to, { anew: to.interactionId && '1' }))
  if (!to.interactionId) redirect(to.returnTo ?? '/account/access')
  return goTo(to.interactionId, await chooseAccount(to.interactionId, account.hash, mark))
}

/** Offers the log-in form; whoever is in use stays logged in, aside. */
export async function addAccountAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  await setAside()
  redirect(entryPath('/login', destinationFrom(form), { add: '1' }))
}

export async function logOutOfAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const to = destinationFrom(form)
  const { account } = await named(form, to)
  if (account) await logOutOf(account.hash)
  redirect(entryPath('/login', to, { choose: '1' }))
}

export async function logOutOfAllAction(): Promise<never> {
  await requireSameOrigin()
  await logOutOfAll()
  redirect('/')
}

/** From a request that one account looks at: to the others of this browser, or to the log-in form when there are none. */
export async function switchAccountAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const to = destinationFrom(form)
  if (await hasOtherAccounts()) redirect(entryPath('/login', to, { choose: '1' }))
  await setAside()
  redirect(entryPath('/login', to, { add: '1' }))
}
