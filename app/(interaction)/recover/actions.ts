'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { refusalText } from '#app/_i18n/refusal-text'
import type { FormAnswer } from '#components/ui/action-form'
import { readEmail } from '#lib/core/email-address'
import { keepBrowserSecret, newBrowserSecret } from '#lib/session/browser-secret'
import { readClient } from '#lib/session/client'
import { requireSameOrigin } from '#lib/session/same-origin'
import { keepWaiting } from '#lib/session/waiting'
import { requestLogInCode } from '#lib/users/mail-code/request-log-in-code'
import { recover, requestRecovery } from '#lib/users/recover'
import { formText } from '../form-text'
import { destinationFrom, entryPath } from '../where-to'

/**
 * A code by mail: for a new password, or for whoever lost the second factor as well and shows a document next. The same page
 * follows whether there is an account or not.
 */
export async function requestRecoveryAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const typed = formText(form, 'email')
  const secret = newBrowserSecret()
  const email = readEmail(typed)
  const refuse = (message: string): FormAnswer => ({ look: 'danger', message, field: 'email', values: { email: typed } })
  if (email === null) return refuse((await getTranslations('register'))('invalidEmail'))
  const client = await readClient()
  const way = formText(form, 'way') === 'document' ? 'document' : 'recover'
  const outcome = await (way === 'document' ? requestLogInCode(email, secret, client) : requestRecovery(email, client, secret))
  if (outcome.kind !== 'mailed') return refuse(await refusalText(outcome, 'mail'))
  redirect(await keepWaiting({ ...destinationFrom(form), secret, email, for: way }))
}

/** Where the person was going is in the address of the browser that asked; a link opened in another one leads to our own pages. */
export async function recoverAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const t = await getTranslations('recover')
  const faults = await getTranslations('passwordFault')
  const outcome = await recover(formText(form, 'token'), formText(form, 'password'), {
    ...(await readClient()),
    device: await keepBrowserSecret('device'),
  })
  if (outcome.kind === 'unfit_password') return { look: 'danger', message: faults(outcome.fault, { minimum: outcome.minimum }), field: 'password' }
  if (outcome.kind !== 'ok') return { look: 'danger', message: t(outcome.kind) }
  redirect(entryPath('/login', destinationFrom(form), { recovered: '1' }))
}
