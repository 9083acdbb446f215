'use server'

import { redirect } from 'next/navigation'
import { getLocale } from 'next-intl/server'
import type { Locale } from '#lib/i18n/locales'
import { sendTestMail } from '#lib/relay/panel/test-mail'
import { resumeForwarding } from '#lib/relay/store/pause'
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

/** Sends a mail to this person's own alias at one app. */
export async function sendTestMailAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const session = await requireUser('/account/aliases')
  const appId = String(form.get('app_id'))
  const testId = await sendTestMail(session.userId, appId, (await getLocale()) as Locale)
  redirect(testId ? `/account/aliases?test=${testId}#${appId}` : '/account/aliases?done=not-shared')
}

/** Starts forwarding again: of this person's alias at one app, or of all when they say that their address is right. */
export async function resumeForwardingAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const session = await requireUser('/account/aliases')
  const appId = form.get('app_id')
  const isResumed = await resumeForwarding(session.userId, appId === null ? null : String(appId))
  redirect(`/account/aliases${isResumed ? '?done=resumed' : ''}`)
}
