'use server'

import { redirect } from 'next/navigation'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireUser } from '#lib/session/user-session'
import { switchAlias } from '#lib/users/aliases/switch-alias'

/** Switches this person's alias at one app. */
export async function switchAliasAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const session = await requireUser('/account/aliases')
  const isOff = form.get('switch') === 'off'
  const hasChanged = await switchAlias(session.userId, String(form.get('app_id')), isOff)
  redirect(`/account/aliases${hasChanged ? `?done=${isOff ? 'off' : 'on'}` : ''}`)
}
