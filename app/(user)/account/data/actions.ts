'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { requireSameOrigin } from '#lib/session/same-origin'
import { endUserSession, requireRecentUser } from '#lib/session/user-session'
import { requestDeletion } from '#lib/users/account/request-deletion'

/** Plans the end of the account and logs this browser out. */
export async function deleteAccountAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const session = await requireRecentUser('/account/data')
  const isRequested = await requestDeletion(session.userId, String(form.get('email') ?? ''))
  if (!isRequested) return { look: 'danger', message: (await getTranslations('data'))('wrongEmail') }
  await endUserSession()
  redirect('/login?deleting=1')
}
