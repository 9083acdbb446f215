'use server'

import { redirect } from 'next/navigation'
import { listUserGrants } from '#lib/grants/list-user-grants'
import { withdrawAccess } from '#lib/grants/withdraw-access'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireUser } from '#lib/session/user-session'

/** Withdraws one app's access. The app is looked for among this person's own consents only. */
export async function withdrawAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const session = await requireUser('/account/access')
  const app = (await listUserGrants(session.userId)).find((grant) => grant.appId === form.get('app_id'))
  if (app) await withdrawAccess(session.userId, app.appId)
  redirect(`/account/access${app ? `?withdrawn=${encodeURIComponent(app.appName)}` : ''}`)
}
