'use server'

import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { refusalText } from '#app/_i18n/refusal-text'
import type { FormAnswer } from '#components/ui/action-form'
import { passkeyRequestOptions } from '#lib/accounts/passkeys/log-in-with-passkey'
import { confirmStaff } from '#lib/companies/confirm-staff'
import { logInStaff } from '#lib/companies/log-in-staff'
import { logInStaffWithPasskey } from '#lib/companies/log-in-staff-with-passkey'
import { finishStaffRecovery, startStaffRecovery } from '#lib/companies/recover-staff'
import { registerCompany } from '#lib/companies/register-company'
import { emailAddress, readEmail } from '#lib/core/email-address'
import { nameFault } from '#lib/core/name-rules'
import { passwordFault } from '#lib/core/password-rules'
import { readableName, trustedName } from '#lib/core/visible-name'
import type { Locale } from '#lib/i18n/locales'
import { dropBrowserSecret, keepBrowserSecret, readBrowserSecret } from '#lib/session/browser-secret'
import { readClient } from '#lib/session/client'
import { safeReturnPath } from '#lib/session/return-path'
import { requireSameOrigin } from '#lib/session/same-origin'
import { startStaffSession } from '#lib/session/staff-session'
import { goOn } from './login/go-on'

const STAFF = { realm: 'staff' } as const

const registration = z.object({ company: trustedName(100), name: readableName(100), email: emailAddress, password: z.string() })

const text = (form: FormData, name: string) => String(form.get(name) ?? '')
const locale = async () => (await getLocale()) as Locale

export async function registerAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const t = await getTranslations('companyEntry')
  const values = { company: text(form, 'company'), name: text(form, 'name'), email: text(form, 'email') }
  const refuse = (message: string): FormAnswer => ({ look: 'danger', message, values })
  const parsed = registration.safeParse({ ...values, password: text(form, 'password') })
  if (!parsed.success) return refuse(t(values.company.trim() && nameFault(values.company) ? 'misleadingName' : 'incomplete'))
  const { company, name, email, password } = parsed.data
  const fault = passwordFault(password, [company, name, email])
  if (fault) return refuse(t(fault))
  const outcome = await registerCompany(parsed.data, await locale(), await readClient('company-device'))
  if (outcome.kind === 'busy') return refuse(t('busy'))
  if (outcome.kind !== 'mailed') return refuse(await refusalText(outcome, 'mail'))
  await keepBrowserSecret('company-registration', outcome.browserSecret)
  redirect('/company/register?sent=1')
}

export async function logInAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const t = await getTranslations('companyEntry')
  const refuse = (message: string): FormAnswer => ({ look: 'danger', message, values: { email: text(form, 'email') } })
  const email = readEmail(text(form, 'email'))
  if (email === null) return refuse(t('wrong'))
  const outcome = await logInStaff(email, text(form, 'password'), await locale(), await readClient('company-device'))
  if (outcome.kind === 'throttled' || outcome.kind === 'stopped') return refuse(await refusalText(outcome, 'password'))
  if (outcome.kind !== 'ok' && outcome.kind !== 'second_factor') return refuse(t(outcome.kind))
  return goOn(outcome, await locale(), safeReturnPath(text(form, 'return_to'), '/company'))
}

export async function passkeyOptionsAction() {
  await requireSameOrigin()
  return passkeyRequestOptions(STAFF)
}

/** @returns where to go on, or null when the answer could not be verified */
export async function passkeyLogInAction(returnTo: string, response: AuthenticationResponseJSON): Promise<string | null> {
  await requireSameOrigin()
  const member = await logInStaffWithPasskey(response)
  if (!member) return null
  await startStaffSession(member, await locale())
  return safeReturnPath(typeof returnTo === 'string' ? returnTo : null, '/company')
}

export async function confirmAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const outcome = await confirmStaff(text(form, 'token'), await readBrowserSecret('company-registration'), text(form, 'password'))
  if (outcome.kind === 'expired') redirect('/company/login?problem=link')
  if (outcome.kind !== 'ok')
    return { look: 'danger', message: (await getTranslations('companyEntry'))(outcome.kind === 'busy' ? 'busy' : 'notYours') }
  await dropBrowserSecret('company-registration')
  await startStaffSession(outcome, await locale(), { isFirst: true })
  redirect('/company')
}

export async function askRecoveryAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const email = readEmail(text(form, 'email'))
  if (email !== null) {
    const outcome = await startStaffRecovery(email, await locale(), await readClient('company-device'))
    if (outcome.kind !== 'mailed') return { look: 'danger', message: await refusalText(outcome, 'mail'), values: { email: text(form, 'email') } }
  }
  redirect('/company/recover?sent=1')
}

export async function recoverAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const t = await getTranslations('companyEntry')
  const refuse = (message: string): FormAnswer => ({ look: 'danger', message })
  const outcome = await finishStaffRecovery(text(form, 'token'), text(form, 'password'), await locale(), await readClient('company-device'))
  if (outcome.kind === 'unfit_password') return refuse((await getTranslations('passwordFault'))(outcome.fault, { minimum: outcome.minimum }))
  if (outcome.kind === 'busy') return refuse(t('busy'))
  if (outcome.kind === 'expired') return refuse(t('badLink'))
  return goOn(outcome, await locale(), '/company')
}
