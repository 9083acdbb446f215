'use server'

import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { MAX_MAIL_DOMAINS, proofRecord, readDomain } from '#lib/apps/mail-domains'
import { updateApp } from '#lib/apps/update-app'
import { ApiError } from '#lib/core/api-error'
import { requireSameOrigin } from '#lib/session/same-origin'
import { actorOf, requirePermission } from '#lib/session/staff-session'
import { ownApp } from './own-app'

async function appOf(form: FormData) {
  await requireSameOrigin()
  const id = String(form.get('id'))
  const session = await requirePermission('apps.manage', `/company/apps/${encodeURIComponent(id)}`)
  const { app } = await ownApp(id)
  return { actor: actorOf(session), app: app ?? notFound() }
}

/** Adds a sending domain, once its record is in the DNS. */
export async function addMailDomainAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const { actor, app } = await appOf(form)
  const t = await getTranslations('mailDomains')
  const typed = String(form.get('domain') ?? '')
  const domain = readDomain(typed)
  const refuse = (message: string): FormAnswer => ({ look: 'danger', message, field: 'domain', values: { domain: typed } })
  if (domain === null) return refuse(t('unreadable'))
  if (app.mail_domains.length >= MAX_MAIL_DOMAINS) return refuse(t('tooMany'))
  try {
    await updateApp(actor, app.id, { mail_domains: [...app.mail_domains, domain] })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error
    return refuse(t('unproven', { domain, value: proofRecord(app.id, domain).value }))
  }
  redirect(`/company/apps/${app.id}?done=domain-added#mail-domains`)
}

export async function removeMailDomainAction(form: FormData): Promise<never> {
  const { actor, app } = await appOf(form)
  await updateApp(actor, app.id, { mail_domains: app.mail_domains.filter((domain) => domain !== form.get('domain')) })
  redirect(`/company/apps/${app.id}?done=domain-removed#mail-domains`)
}
