'use server'

import { redirect } from 'next/navigation'
import { withdrawAccess, withdrawEvidence, withdrawScope } from '#lib/grants/end-grants'
import { listUserGrants } from '#lib/grants/list-user-grants'
import { EVIDENCE } from '#lib/scopes/catalog'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireUser } from '#lib/session/user-session'

/** The app is looked for among this person's own consents only. */
async function ownGrant(form: FormData) {
  const session = await requireUser('/account/access')
  const app = (await listUserGrants(session.userId)).find((grant) => grant.appId === form.get('app_id'))
  return { userId: session.userId, app }
}

/** Withdraws one app's access. */
export async function withdrawAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const { userId, app } = await ownGrant(form)
  if (app) await withdrawAccess(userId, app.appId)
  redirect(`/account/access${app ? `?withdrawn=${app.appId}` : ''}`)
}

/** Withdraws one scope of one app, or what it knows of how claims were verified. */
export async function withdrawScopeAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const { userId, app } = await ownGrant(form)
  const scope = String(form.get('scope'))
  const isDone = app !== undefined && (await (scope === EVIDENCE ? withdrawEvidence(userId, app.appId) : withdrawScope(userId, app.appId, scope)))
  redirect(`/account/access${isDone ? `?narrowed=${encodeURIComponent(scope)}&app=${app.appId}#${app.appId}` : ''}`)
}
