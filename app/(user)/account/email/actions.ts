'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { askForProof } from '#app/_components/security/ask-for-proof'
import { refusalText } from '#app/_i18n/refusal-text'
import type { FormAnswer } from '#components/ui/action-form'
import { readClient } from '#lib/session/client'
import { requireSameOrigin } from '#lib/session/same-origin'
import { proofPath, requireProvenUser, requireUser } from '#lib/session/user-session'
import { changeEmail, requestEmailChange } from '#lib/users/account/change-email'
import { PEOPLE } from '#lib/users/people'

export async function requestEmailChangeAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const session = await requireUser('/account')
  const t = await getTranslations('changeEmail')
  const typed = String(form.get('new_email') ?? '')
  const unproven = await askForProof(PEOPLE, { ...session, id: session.userId }, form, { new_email: typed }, proofPath('/account'))
  if (unproven) return unproven
  const outcome = await requestEmailChange(session.userId, typed, await readClient())
  if (outcome.kind === 'mailed') return { look: 'info', message: t('sent', { email: outcome.email }) }
  const isRefused = outcome.kind === 'throttled' || outcome.kind === 'stopped'
  return { look: 'danger', message: isRefused ? await refusalText(outcome, 'mail') : t(outcome.kind), values: { new_email: typed } }
}

export async function changeEmailAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const token = String(form.get('token') ?? '')
  const session = await requireProvenUser(`/account/email/${encodeURIComponent(token)}`)
  if (await changeEmail(session.userId, session.hash, token)) redirect('/account?done=email')
  return { look: 'danger', message: (await getTranslations('changeEmail'))('expired') }
}
