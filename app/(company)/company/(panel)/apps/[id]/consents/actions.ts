'use server'

import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FoundAuthorization, findAuthorization } from '#lib/apps/find-authorization'
import { ApiError } from '#lib/core/api-error'
import { requireSameOrigin } from '#lib/session/same-origin'
import { actorOf, requireStaff } from '#lib/session/staff-session'
import { browserTimes } from '../../../../../../_i18n/times'

export type FindState = { typed: string; found: FoundAuthorization } | { typed: string; message: string } | null

/** Sent and not asked for by an address: an alias is one of a person, and addresses are kept by browsers and proxies. */
export async function findConsentAction(_: FindState, form: FormData): Promise<FindState> {
  await requireSameOrigin()
  const id = String(form.get('id'))
  const session = await requireStaff(`/company/apps/${encodeURIComponent(id)}/consents`)
  const typed = String(form.get('who') ?? '').slice(0, 400)
  const found = await findAuthorization(actorOf(session), id, typed).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') notFound()
    throw error
  })
  if (found) return { typed, found: { ...found, since: (await browserTimes()).date(found.since) } }
  return { typed, message: (await getTranslations('consents'))('notFound') }
}
