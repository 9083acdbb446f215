'use server'

import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { logInStaff } from '#lib/companies/log-in-staff'
import { registerCompany } from '#lib/companies/register-company'
import { confirmStaff, finishStaffRecovery, startStaffRecovery } from '#lib/companies/staff-link'
import { singleLine } from '#lib/core/outside-text'
import { passwordFault } from '#lib/core/password-rules'
import type { Locale } from '#lib/i18n/locales'
import { safeReturnPath } from '#lib/session/return-path'
import { requireSameOrigin } from '#lib/session/same-origin'
import { startStaffSession } from '#lib/session/staff-session'

export type EntryState = { message: string; values: Record<string, string> } | null

const address = z.string().trim().toLowerCase().max(254).pipe(z.email())
const registration = z.object({ company: singleLine(100), name: singleLine(100), email: address, password: z.string() })

const texts = (form: FormData) =>
  Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'password'))
const text = (form: FormData, name: string) => String(form.get(name) ?? '')

export async function registerAction(_: EntryState, form: FormData): Promise<EntryState> {
  await requireSameOrigin()
  const t = await getTranslations('companyEntry')
  const values = texts(form)
  const parsed = registration.safeParse(Object.fromEntries(form))
  if (!parsed.success) return { message: t('incomplete'), values }
  const { company, name, email, password } = parsed.data
  const fault = passwordFault(password, [company, name, email, email.split('@')[0] ?? ''])
  if (fault) return { message: t(fault), values }
  await registerCompany(parsed.data, (await getLocale()) as Locale)
  redirect('/company/register?sent=1')
}

export async function logInAction(_: EntryState, form: FormData): Promise<EntryState> {
  await requireSameOrigin()
  const t = await getTranslations('companyEntry')
  const parsed = address.safeParse(text(form, 'email'))
  const outcome = parsed.success ? await logInStaff(parsed.data, text(form, 'password'), (await getLocale()) as Locale) : ({ kind: 'wrong' } as const)
  if (outcome.kind === 'throttled') return { message: t('throttled', { minutes: Math.ceil(outcome.waitSeconds / 60) }), values: texts(form) }
  if (outcome.kind !== 'ok') return { message: t(outcome.kind), values: texts(form) }
  await startStaffSession(outcome.staffId)
  redirect(safeReturnPath(text(form, 'return_to'), '/company'))
}

export async function confirmAction(form: FormData): Promise<void> {
  await requireSameOrigin()
  const staffId = await confirmStaff(text(form, 'token'))
  if (!staffId) redirect('/company/login?problem=link')
  await startStaffSession(staffId)
  redirect('/company')
}

export async function askRecoveryAction(form: FormData): Promise<void> {
  await requireSameOrigin()
  const parsed = address.safeParse(text(form, 'email'))
  if (parsed.success) await startStaffRecovery(parsed.data, (await getLocale()) as Locale)
  redirect('/company/recover?sent=1')
}

export async function recoverAction(_: EntryState, form: FormData): Promise<EntryState> {
  await requireSameOrigin()
  const t = await getTranslations('companyEntry')
  const fault = passwordFault(text(form, 'password'), [])
  if (fault) return { message: t(fault), values: {} }
  const staffId = await finishStaffRecovery(text(form, 'token'), text(form, 'password'))
  if (!staffId) return { message: t('badLink'), values: {} }
  await startStaffSession(staffId)
  redirect('/company')
}
