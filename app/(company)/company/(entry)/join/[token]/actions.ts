'use server'

import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { acceptInvite, readInvite } from '#lib/companies/members/accept-invite'
import { passwordFault } from '#lib/core/password-rules'
import { readableName } from '#lib/core/visible-name'
import type { Locale } from '#lib/i18n/locales'
import { requireSameOrigin } from '#lib/session/same-origin'
import { startStaffSession } from '#lib/session/staff-session'

export async function joinAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const t = await getTranslations('companyEntry')
  const [token, typed, password] = ['token', 'name', 'password'].map((name) => String(form.get(name) ?? '')) as [string, string, string]
  const refuse = (message: string): FormAnswer => ({ look: 'danger', message, values: { name: typed } })
  const name = readableName(100).safeParse(typed)
  if (!name.success) return refuse(t('noName'))
  const invite = await readInvite(token)
  if (!invite) return refuse(t('join.dead'))
  const fault = passwordFault(password, [name.data, invite.email, invite.companyName])
  if (fault) return refuse(t(fault))
  const outcome = await acceptInvite(token, { name: name.data, password })
  if (outcome.kind === 'busy') return refuse(t('busy'))
  if (outcome.kind !== 'ok') return refuse(t(outcome.kind === 'expired' ? 'join.dead' : 'join.hasAccount', { email: invite.email }))
  await startStaffSession(outcome, (await getLocale()) as Locale, { isFirst: true })
  redirect('/company')
}
