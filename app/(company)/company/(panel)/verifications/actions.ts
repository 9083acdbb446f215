'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ApiError } from '#lib/core/api-error'
import { digitsToNumber } from '#lib/core/whole-number'
import { requireSameOrigin } from '#lib/session/same-origin'
import { actorOf, requirePermission } from '#lib/session/staff-session'
import { cancelVerification } from '#lib/verifications/interface/cancel-verification'
import { createVerificationInput } from '#lib/verifications/interface/contract'
import { createVerification } from '#lib/verifications/interface/create-verification'
import { retryVerification } from '#lib/verifications/interface/retry-verification'
import { FORM_FIELDS } from '../_components/form-fields'

export type LinkState = { message: string } | { id: string; url: string } | null

const HOME = '/company/verifications'

/** Fields a form leaves empty were not asked for. */
const filled = (entries: [string, FormDataEntryValue | null][]) => Object.fromEntries(entries.filter(([, value]) => value !== null && value !== ''))

export async function startAction(_: LinkState, form: FormData): Promise<LinkState> {
  await requireSameOrigin()
  const actor = actorOf(await requirePermission('verifications.manage', `${HOME}/new`, { form, fields: FORM_FIELDS.verification }))
  const texts = filled(['client_id', 'min_assurance', 'reference', 'redirect_uri', 'locale'].map((name) => [name, form.get(name)]))
  const input = createVerificationInput.safeParse({ ...texts, fields: form.getAll('fields'), expires_in: digitsToNumber(form.get('expires_in')) })
  const t = await getTranslations('companyVerifications')
  if (!input.success) return { message: form.getAll('fields').length === 0 ? t('noFields') : t('wrong') }
  return withLink(createVerification(actor, input.data))
}

export async function retryAction(_: LinkState, form: FormData): Promise<LinkState> {
  await requireSameOrigin()
  const id = String(form.get('id'))
  const actor = actorOf(await requirePermission('verifications.manage', `${HOME}/${id}`))
  return withLink(retryVerification(actor, id))
}

async function withLink(work: Promise<{ id: string; url: string }>): Promise<LinkState> {
  const t = await getTranslations('companyVerifications')
  return work.then(
    ({ id, url }) => ({ id, url }),
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      const code = error.code as 'invalid_state'
      return { message: t.has(`faults.${code}`) ? t(`faults.${code}`) : t('wrong') }
    },
  )
}

export async function cancelAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const id = String(form.get('id'))
  const actor = actorOf(await requirePermission('verifications.manage', `${HOME}/${id}`))
  const isDone = await cancelVerification(actor, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false
      throw error
    },
  )
  redirect(`${HOME}/${encodeURIComponent(id)}${isDone ? '?done=canceled' : ''}`)
}
