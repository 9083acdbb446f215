'use server'

import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { askForProof } from '#app/_components/security/ask-for-proof'
import type { FormAnswer } from '#components/ui/action-form'
import { staffAccounts } from '#lib/companies/staff'
import { ApiError } from '#lib/core/api-error'
import { isEventType } from '#lib/events/types'
import type { Locale } from '#lib/i18n/locales'
import { requireSameOrigin } from '#lib/session/same-origin'
import { actorOf, requirePermission, requireProvenPermission } from '#lib/session/staff-session'
import { createWebhookInput } from '#lib/webhooks/contract'
import { createWebhook } from '#lib/webhooks/create-webhook'
import { deleteWebhook } from '#lib/webhooks/delete-webhook'
import { resend, resendSince } from '#lib/webhooks/resend'
import { rotateWebhookSecret } from '#lib/webhooks/rotate-webhook-secret'
import { testWebhook } from '#lib/webhooks/test-webhook'
import { updateWebhook } from '#lib/webhooks/update-webhook'
import { FORM_FIELDS } from '../_components/form-fields'

const HOME = '/company/webhooks'

export type SecretState = FormAnswer | { id: string; secret: string }

export async function addWebhookAction(_: SecretState, form: FormData): Promise<SecretState> {
  await requireSameOrigin()
  const session = await requirePermission('webhooks.manage', HOME, { form, fields: FORM_FIELDS.webhook })
  const t = await getTranslations('webhooks')
  const values = { url: String(form.get('url') ?? '') }
  const input = createWebhookInput.safeParse({
    url: values.url.trim(),
    event_types: form.getAll('event_types'),
    signature: form.get('signature') ?? 'v1',
  })
  if (!input.success) return { look: 'danger', message: t('badAddress'), values }
  const unproven = await askForProof(staffAccounts((await getLocale()) as Locale), { ...session, id: session.staffId }, form, values)
  if (unproven) return unproven
  const made = await createWebhook(actorOf(session), input.data).catch(refusal)
  if (made instanceof ApiError) return { look: 'danger', message: t(made.code === 'conflict' ? 'tooMany' : 'badAddress'), values }
  if (made.secret === null) redirect(`${HOME}/${made.id}?done=added`)
  return { id: made.id, secret: made.secret }
}

export async function rotateSecretAction(_: SecretState, form: FormData): Promise<SecretState> {
  await requireSameOrigin()
  const id = idOf(form)
  const session = await requirePermission('webhooks.manage', `${HOME}/${id}`)
  const unproven = await askForProof(staffAccounts((await getLocale()) as Locale), { ...session, id: session.staffId }, form)
  if (unproven) return unproven
  const rotated = await rotateWebhookSecret(actorOf(session), id).catch(refusal)
  if (rotated instanceof ApiError) {
    if (rotated.code !== 'conflict') redirect(HOME)
    return { look: 'danger', message: (await getTranslations('webhooks'))('rotatedTooOften') }
  }
  if (rotated.secret === null) redirect(`${HOME}/${id}?done=rotated`)
  return { id, secret: rotated.secret }
}

export async function switchWebhookAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const id = idOf(form)
  const status = form.get('status') === 'enabled' ? 'enabled' : 'disabled'
  const session = await requireProvenPermission('webhooks.manage', `${HOME}/${id}`)
  await updateWebhook(actorOf(session), id, { status }).catch(refusal)
  redirect(`${HOME}/${id}?done=${status}`)
}

export async function deleteWebhookAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const id = idOf(form)
  const session = await requireProvenPermission('webhooks.manage', `${HOME}/${id}?confirm=delete`)
  await deleteWebhook(actorOf(session), id).catch(refusal)
  redirect(`${HOME}?done=deleted`)
}

export async function testWebhookAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const id = idOf(form)
  const actor = actorOf(await requirePermission('webhooks.manage', `${HOME}/${id}`))
  const type = String(form.get('type'))
  const sent = isEventType(type) ? await testWebhook(actor, id, type).catch(refusal) : new ApiError('invalid_request', 'type')
  redirect(sent instanceof ApiError ? `${HOME}/${id}` : `${HOME}/${id}/${sent.event_id}`)
}

export async function resendAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const [id, event] = [idOf(form), encodeURIComponent(String(form.get('event')))]
  const actor = actorOf(await requirePermission('webhooks.manage', `${HOME}/${id}/${event}`))
  const sent = await resend(actor, id, event).catch(refusal)
  redirect(`${HOME}/${id}/${event}${sent instanceof ApiError ? '' : '?done=resent'}`)
}

const HOURS = [1, 6, 24, 72, 168, 720]

export async function resendSinceAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const id = idOf(form)
  const actor = actorOf(await requirePermission('webhooks.manage', `${HOME}/${id}`))
  const hours = HOURS.find((one) => String(one) === form.get('hours')) ?? 1
  const sent = await resendSince(actor, id, new Date(Date.now() - hours * 3_600_000)).catch(refusal)
  redirect(`${HOME}/${id}${sent instanceof ApiError ? '' : `?done=resent&count=${sent}`}`)
}

const idOf = (form: FormData) => encodeURIComponent(String(form.get('id')))

/** What is refused is said; everything else is a fault of ours. */
function refusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}
