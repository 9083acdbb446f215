'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { askForProof } from '#app/_components/security/ask-for-proof'
import type { FormAnswer } from '#components/ui/action-form'
import { openTestEnvironment } from '#lib/companies/environments/open-test-environment'
import { invalidateApiKey } from '#lib/companies/invalidate-api-key'
import { issueApiKey } from '#lib/companies/issue-api-key'
import { changeKey } from '#lib/companies/keys/change-key'
import { readKeyDays } from '#lib/companies/keys/key-days'
import { staffAccounts } from '#lib/companies/staff'
import { ApiError } from '#lib/core/api-error'
import { readableName } from '#lib/core/visible-name'
import type { Locale } from '#lib/i18n/locales'
import { requireSameOrigin } from '#lib/session/same-origin'
import {
  actorOf,
  endStaffSession,
  homeActorOf,
  lookAtTest,
  requirePermission,
  requireProvenPermission,
  requireStaff,
} from '#lib/session/staff-session'
import { FORM_FIELDS } from './_components/form-fields'
import { readTerms, typedTerms } from './keys/read-terms'

export type NewKeyState = FormAnswer | { apiKey: string }

export async function logOutAction(): Promise<never> {
  await requireSameOrigin()
  await endStaffSession()
  redirect('/company/login')
}

/** Between what serves real people and what is tried beside it, which is made by the first look. */
export async function lookAtEnvironmentAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const isTest = form.get('environment') === 'test'
  const session = await requireStaff('/company')
  if (isTest) await openTestEnvironment(homeActorOf(session))
  await lookAtTest(isTest)
  redirect('/company')
}

export async function createKeyAction(_: NewKeyState, form: FormData): Promise<NewKeyState> {
  await requireSameOrigin()
  const session = await requirePermission('keys.manage', '/company/keys', { form, fields: FORM_FIELDS.key })
  const name = readableName(100).safeParse(form.get('name'))
  const days = readKeyDays(form.get('days'))
  const values = { name: String(form.get('name') ?? ''), days: String(form.get('days') ?? ''), ...typedTerms(form) }
  if (!name.success || days === undefined) return { look: 'danger', message: (await getTranslations('keys'))('badName'), field: 'name', values }
  const read = await readTerms(form)
  if (!('terms' in read)) return { look: 'danger', ...read, values }
  const unproven = await askForProof(staffAccounts((await getLocale()) as Locale), { ...session, id: session.staffId }, form, values)
  if (unproven) return unproven
  const { apiKey } = await issueApiKey(actorOf(session), name.data, days, read.terms)
  revalidatePath('/company/keys')
  return { apiKey }
}

/** What a key may be used for, and from where. */
export async function changeKeyAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const id = String(form.get('id'))
  const session = await requirePermission('keys.manage', `/company/keys?edit=${encodeURIComponent(id)}`, { form, fields: FORM_FIELDS.keyTerms })
  const values = typedTerms(form)
  const read = await readTerms(form)
  if (!('terms' in read)) return { look: 'danger', ...read, values }
  const unproven = await askForProof(staffAccounts((await getLocale()) as Locale), { ...session, id: session.staffId }, form, values)
  if (unproven) return unproven
  await changeKey(actorOf(session), id, read.terms).catch(unlessMissing)
  redirect('/company/keys?done=changed')
}

/** A key that is gone meanwhile is shown as it is. */
const unlessMissing = (error: unknown) => {
  if (!(error instanceof ApiError && error.code === 'not_found')) throw error
}

export async function invalidateKeyAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const id = String(form.get('id'))
  const session = await requireProvenPermission('keys.manage', `/company/keys?confirm=${encodeURIComponent(id)}`)
  await invalidateApiKey(actorOf(session), id).catch(unlessMissing)
  redirect('/company/keys?done=1')
}
