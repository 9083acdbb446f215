'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { askForProof } from '#app/_components/security/ask-for-proof'
import type { FormAnswer } from '#components/ui/action-form'
import { requireSameOrigin } from '#lib/session/same-origin'
import { endUserSession, proofPath, requireUser } from '#lib/session/user-session'
import { requestDeletion } from '#lib/users/account/request-deletion'
import { PEOPLE } from '#lib/users/people'

/** Plans the end of the account and logs this browser out. */
export async function deleteAccountAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const session = await requireUser('/account/data')
  const email = String(form.get('email') ?? '')
  const unproven = await askForProof(PEOPLE, { ...session, id: session.userId }, form, { email }, proofPath('/account/data'))
  if (unproven) return unproven
  const isRequested = await requestDeletion(session.userId, email)
  if (!isRequested) return { look: 'danger', message: (await getTranslations('data'))('wrongEmail') }
  await endUserSession()
  redirect('/login?deleting=1')
}
