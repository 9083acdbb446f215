'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { invalidateApiKey } from '#lib/companies/invalidate-api-key'
import { issueApiKey } from '#lib/companies/issue-api-key'
import { ApiError } from '#lib/core/api-error'
import { readableName } from '#lib/core/visible-name'
import { requireSameOrigin } from '#lib/session/same-origin'
import { actorOf, endStaffSession, requirePermission } from '#lib/session/staff-session'

export type NewKeyState = { message: string } | { apiKey: string } | null

export async function logOutAction(): Promise<never> {
  await requireSameOrigin()
  await endStaffSession()
  redirect('/company/login')
}

export async function createKeyAction(_: NewKeyState, form: FormData): Promise<NewKeyState> {
  await requireSameOrigin()
  const session = await requirePermission('keys.manage', '/company/keys')
  const name = readableName(100).safeParse(form.get('name'))
  if (!name.success) return { message: (await getTranslations('keys'))('badName') }
  return { apiKey: (await issueApiKey(actorOf(session), name.data)).apiKey }
}

export async function invalidateKeyAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const session = await requirePermission('keys.manage', '/company/keys')
  await invalidateApiKey(actorOf(session), String(form.get('id'))).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
  })
  redirect('/company/keys?done=1')
}
