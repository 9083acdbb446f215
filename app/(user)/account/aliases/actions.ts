'use server'

import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import type { Locale } from '#lib/i18n/locales'
import { isOtherMail } from '#lib/relay/deliver/judge-sender'
import { discardHeld, releaseHeld, setOtherMail } from '#lib/relay/held/store'
import { sendTestMail } from '#lib/relay/panel/test-mail'
import { blockSender, listSenders, unblockSender } from '#lib/relay/senders/senders'
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

const ownAlias = async (form: FormData) => {
  await requireSameOrigin()
  return { userId: (await requireUser('/account/aliases')).userId, appId: String(form.get('app_id')) }
}

/** Lists who writes to one of this person's aliases, or stops. */
export async function listSendersAction(form: FormData): Promise<never> {
  const alias = await ownAlias(form)
  await listSenders(alias, form.get('list') === 'on')
  redirect(`/account/aliases?senders=${encodeURIComponent(alias.appId)}#${encodeURIComponent(alias.appId)}`)
}

/** Blocks a sender at one alias: one of its list, or an address that is typed in. */
export async function blockSenderAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const alias = await ownAlias(form)
  const [handle, address] = [form.get('sender'), String(form.get('address') ?? '')]
  const outcome = await blockSender(alias, typeof handle === 'string' ? { handle } : { address })
  const t = await getTranslations('senders')
  if (outcome === 'unreadable' || outcome === 'too_many') return { look: 'danger', message: t(outcome), values: { address } }
  redirect(`/account/aliases?done=blocked&senders=${encodeURIComponent(alias.appId)}#${encodeURIComponent(alias.appId)}`)
}

/** The same from a key beside somebody in the list. */
export async function blockListedAction(form: FormData): Promise<void> {
  await blockSenderAction(null, form)
}

export async function unblockSenderAction(form: FormData): Promise<never> {
  const alias = await ownAlias(form)
  await unblockSender(alias, String(form.get('sender')))
  redirect(`/account/aliases?done=unblocked&senders=${encodeURIComponent(alias.appId)}#${encodeURIComponent(alias.appId)}`)
}

/** What becomes of mail to one alias that is not from the app's own domains. */
export async function chooseOtherMailAction(form: FormData): Promise<never> {
  const { userId, appId } = await ownAlias(form)
  const choice = form.get('other_mail')
  const hasChanged = await setOtherMail(userId, appId, isOtherMail(choice) ? choice : null, form.get('marks_text') === 'on')
  redirect(`/account/aliases${hasChanged ? '?done=chosen' : ''}#${encodeURIComponent(appId)}`)
}

/** Lets a held mail of this person through, or throws it away. */
export async function decideHeldMailAction(form: FormData): Promise<never> {
  const { userId, appId } = await ownAlias(form)
  const [id, isLetThrough] = [String(form.get('mail')), form.get('decision') === 'release']
  const isDone = await (isLetThrough ? releaseHeld : discardHeld)(userId, id, appId)
  redirect(`/account/aliases/held${isDone ? `?done=${isLetThrough ? 'released' : 'discarded'}` : ''}`)
}

/** Starts forwarding again: of this person's alias at one app, or of all when they say that their address is right. */
export async function resumeForwardingAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const session = await requireUser('/account/aliases')
  const appId = form.get('app_id')
  const isResumed = await resumeForwarding(session.userId, appId === null ? null : String(appId))
  redirect(`/account/aliases${isResumed ? '?done=resumed' : ''}`)
}
