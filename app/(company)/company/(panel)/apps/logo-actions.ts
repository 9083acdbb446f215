'use server'

import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { updateApp } from '#lib/apps/update-app'
import { ApiError } from '#lib/core/api-error'
import { requireSameOrigin } from '#lib/session/same-origin'
import { actorOf, requirePermission } from '#lib/session/staff-session'
import { ownApp } from './own-app'

/** What a form may carry. */
const MAX_BYTES = 500_000

async function appOf(form: FormData) {
  await requireSameOrigin()
  const id = String(form.get('id'))
  const session = await requirePermission('apps.manage', `/company/apps/${encodeURIComponent(id)}`)
  const { app } = await ownApp(id)
  return { actor: actorOf(session), app: app ?? notFound() }
}

/** The same as the picture sent over the interface: whatever the file calls itself, it is looked at and drawn anew. */
export async function uploadLogoAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const { actor, app } = await appOf(form)
  const t = await getTranslations('appLogo')
  const file = form.get('logo')
  if (!(file instanceof File) || file.size === 0) return { look: 'danger', message: t('noFile'), field: 'logo' }
  if (file.size > MAX_BYTES) return { look: 'danger', message: t('tooLarge'), field: 'logo' }
  const picture = Buffer.from(await file.arrayBuffer()).toString('base64')
  try {
    await updateApp(actor, app.id, { logo_uri: `data:image/png;base64,${picture}` })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error
    return { look: 'danger', message: t('unfit'), field: 'logo' }
  }
  redirect(`/company/apps/${app.id}?done=logo#app-logo`)
}

export async function removeLogoAction(form: FormData): Promise<never> {
  const { actor, app } = await appOf(form)
  await updateApp(actor, app.id, { logo_uri: null })
  redirect(`/company/apps/${app.id}?done=no-logo#app-logo`)
}
