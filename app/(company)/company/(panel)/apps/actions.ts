'use server'

import { notFound, redirect } from 'next/navigation'
import { getLocale } from 'next-intl/server'
import { askForProof } from '#app/_components/security/ask-for-proof'
import type { FormAnswer } from '#components/ui/action-form'
import { chooseIdTokenAlg, ID_TOKEN_ALGS } from '#lib/apps/choose-id-token-alg'
import { createAppInput, updateAppInput } from '#lib/apps/contract'
import { createApp } from '#lib/apps/create-app'
import { ownAddresses } from '#lib/apps/own-addresses'
import { rotateSecret } from '#lib/apps/rotate-secret'
import { updateApp } from '#lib/apps/update-app'
import { may } from '#lib/companies/permissions'
import { staffAccounts } from '#lib/companies/staff'
import { ApiError } from '#lib/core/api-error'
import type { Locale } from '#lib/i18n/locales'
import { requireSameOrigin } from '#lib/session/same-origin'
import { actorOf, requirePermission, requireProvenPermission, type StaffSession } from '#lib/session/staff-session'
import { FORM_FIELDS } from '../_components/form-fields'
import { type AppDraft, type DraftFaults, draftOf, hasOtherAddresses, readDraft } from './_components/app-draft'
import { ownApp } from './own-app'
import { takeDraft } from './take-draft'

/** `attempt` counts refusals, so that the form is laid out anew with what was typed. */
export type AppFormState = { attempt: number; draft: AppDraft; faults: DraftFaults; proof?: FormAnswer }
/**
 * @property secret null for public clients, and where it is not for the eyes of whoever made the app
 * @property isReadable it can be read again, since it is a test app's
 */
export type CreatedApp = { id: string; clientId: string; secret: string | null; isForOthers: boolean; isReadable: boolean }
export type NewAppState = AppFormState | { created: CreatedApp } | null
export type NewSecretState = { secret: string } | null

const refuse = (before: unknown, draft: AppDraft, faults: DraftFaults, proof: FormAnswer = null): AppFormState => ({
  attempt: ((before as AppFormState | null)?.attempt ?? 0) + 1,
  draft,
  faults,
  proof,
})

const prove = async (session: StaffSession, form: FormData) =>
  askForProof(staffAccounts((await getLocale()) as Locale), { ...session, id: session.staffId }, form)

/** To a member of staff a foreign app is not there. */
const missingAsPage = (error: unknown): never => {
  if (error instanceof ApiError && error.code === 'not_found') notFound()
  throw error
}

export async function createAppAction(before: NewAppState, form: FormData): Promise<NewAppState> {
  await requireSameOrigin()
  const session = await requirePermission('apps.manage', '/company/apps/new', { form, fields: FORM_FIELDS.app })
  const draft = readDraft(form)
  const { input, faults } = takeDraft(draft, ownAddresses(null), (fields) => createAppInput.safeParse({ ...fields, client_type: draft.clientType }))
  if (faults) return refuse(before, draft, faults)
  const unproven = await prove(session, form)
  if (unproven) return refuse(before, draft, {}, unproven)
  const app = await createApp(actorOf(session), input)
  const isForOthers = app.client_secret !== null && !may(session, 'secrets.manage')
  return {
    created: { id: app.id, clientId: app.client_id, secret: isForOthers ? null : app.client_secret, isForOthers, isReadable: session.isInTest },
  }
}

export async function saveAppAction(before: AppFormState | null, form: FormData): Promise<AppFormState> {
  await requireSameOrigin()
  const id = String(form.get('id'))
  const session = await requirePermission('apps.manage', `/company/apps/${encodeURIComponent(id)}`, { form, fields: FORM_FIELDS.app })
  const { app } = await ownApp(id)
  if (!app) notFound()
  const draft = readDraft(form, app.client_type)
  const { input, faults } = takeDraft(draft, ownAddresses(id), (fields) => updateAppInput.safeParse(fields))
  if (faults) return refuse(before, draft, faults)
  const unproven = hasOtherAddresses(draft, draftOf(app)) ? await prove(session, form) : null
  if (unproven) return refuse(before, draft, {}, unproven)
  await updateApp(actorOf(session), id, input).catch(missingAsPage)
  redirect(`/company/apps/${id}?done=saved`)
}

export async function setStatusAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const id = String(form.get('id'))
  const session = await requirePermission('apps.manage', `/company/apps/${encodeURIComponent(id)}`)
  const status = form.get('status') === 'active' ? 'active' : 'inactive'
  await updateApp(actorOf(session), id, { status }).catch(missingAsPage)
  redirect(`/company/apps/${id}?done=${status}`)
}

export async function setIdTokenAlgAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const id = String(form.get('id'))
  const page = `/company/apps/${encodeURIComponent(id)}/credentials`
  const session = await requirePermission('apps.manage', page)
  const alg = ID_TOKEN_ALGS.find((one) => one === form.get('alg'))
  if (!alg) redirect(page)
  if ((await chooseIdTokenAlg(actorOf(session), id, alg)) === null) notFound()
  redirect(`${page}?done=alg`)
}

export async function rotateSecretAction(_: NewSecretState, form: FormData): Promise<NewSecretState> {
  await requireSameOrigin()
  const id = String(form.get('id'))
  const session = await requireProvenPermission('secrets.manage', `/company/apps/${encodeURIComponent(id)}/credentials?confirm=rotate`)
  const { client_secret } = await rotateSecret(actorOf(session), id).catch(missingAsPage)
  if (session.isInTest) redirect(`/company/apps/${encodeURIComponent(id)}/credentials?done=rotated`)
  return { secret: client_secret }
}
