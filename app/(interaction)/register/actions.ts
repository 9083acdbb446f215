'use server'

import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { refusalText } from '#app/_i18n/refusal-text'
import type { FormAnswer } from '#components/ui/action-form'
import { readNewPasskey } from '#lib/accounts/passkeys/add-passkey'
import { newPasskeyOptions } from '#lib/accounts/passkeys/new-passkey-options'
import { browserKind } from '#lib/core/browser-kind'
import { readEmail } from '#lib/core/email-address'
import { newIdOn } from '#lib/core/shard'
import { DEFAULT_LOCALE, isLocale } from '#lib/i18n/locales'
import { readClient } from '#lib/session/client'
import { type Destination, destinationOf } from '#lib/session/destination'
import { requireSameOrigin } from '#lib/session/same-origin'
import { keepWaiting } from '#lib/session/waiting'
import { type Registration, register } from '#lib/users/register'
import { formText } from '../form-text'
import { destinationFrom } from '../where-to'

type Begun = { page: string } | { message: string; field?: string }

/** Registers, and leaves this tab waiting for the mail. @returns the page that waits, or what is wrong, and at which field */
async function begin(registration: Omit<Registration, 'locale'>, to: Destination): Promise<Begun> {
  const t = await getTranslations('register')
  const locale = await getLocale()
  const outcome = await register({ ...registration, locale: isLocale(locale) ? locale : DEFAULT_LOCALE }, await readClient())
  if (outcome.kind === 'invalid_email') return { message: t('invalidEmail'), field: 'email' }
  if (outcome.kind === 'unfit_password') {
    return { message: (await getTranslations('passwordFault'))(outcome.fault, { minimum: 15 }), field: 'password' }
  }
  if (outcome.kind === 'busy') return { message: t('busy') }
  if (outcome.kind !== 'mailed') return { message: await refusalText(outcome, 'mail') }
  const email = readEmail(registration.email) ?? ''
  return { page: await keepWaiting({ ...to, secret: outcome.browserSecret, email, for: 'register' }) }
}

export async function registerAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const email = formText(form, 'email')
  const begun = await begin({ email, password: formText(form, 'password') }, destinationFrom(form))
  if ('page' in begun) redirect(begun.page)
  return { look: 'danger', values: { email }, ...begun }
}

/** What the browser needs to make the passkey of an account that is not there yet; null for no address. */
export async function signUpOptionsAction(typed: string) {
  await requireSameOrigin()
  const email = readEmail(String(typed))
  if (email === null) return null
  const accountId = newIdOn('usr')
  return { accountId, optionsJSON: await newPasskeyOptions({ realm: 'person', id: accountId }, email) }
}

/** @returns what is wrong; where to go on is the page that waits for the mail */
export async function passkeySignUpAction(
  fields: { interaction?: string; return_to?: string },
  typed: { email: string; accountId: string; response: RegistrationResponseJSON },
): Promise<{ message: string }> {
  await requireSameOrigin()
  const accountId = String(typed?.accountId)
  const device = browserKind((await headers()).get('user-agent'))
  const credential = /^usr_[0-9A-Za-z]{22}$/.test(accountId) ? await readNewPasskey('person', accountId, typed.response, device) : null
  if (!credential) return { message: (await getTranslations('passkeySignUp'))('failed') }
  const to = destinationOf((name) => fields?.[name])
  const begun = await begin({ email: String(typed.email), password: null, passkey: { accountId, credential } }, to)
  if ('page' in begun) redirect(begun.page)
  return { message: begun.message }
}
