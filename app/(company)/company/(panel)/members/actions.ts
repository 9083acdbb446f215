'use server'

import { notFound, redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { askForProof } from '#app/_components/security/ask-for-proof'
import type { FormAnswer } from '#components/ui/action-form'
import { changeRole, type MemberOutcome, removeMember } from '#lib/companies/members/change-member'
import { type InviteOutcome, inviteMember, resendInvite, withdrawInvite } from '#lib/companies/members/invite-member'
import { type ResetOutcome, resetFactors } from '#lib/companies/members/reset-factors'
import { shareSecrets } from '#lib/companies/members/share-secrets'
import { staffRole } from '#lib/companies/schema'
import { staffAccounts } from '#lib/companies/staff'
import { emailAddress } from '#lib/core/email-address'
import type { Locale } from '#lib/i18n/locales'
import { requireSameOrigin } from '#lib/session/same-origin'
import { actorOf, requirePermission, requireProvenPermission, requireProvenStaff } from '#lib/session/staff-session'
import { FORM_FIELDS } from '../_components/form-fields'

const PAGE = '/company/members'

const text = (form: FormData, name: string) => String(form.get(name) ?? '')
const memberPage = (id: string) => `${PAGE}/${encodeURIComponent(id)}`
const locale = async () => (await getLocale()) as Locale

/** What is unknown, foreign or not theirs to change is not there. */
function settle(outcome: MemberOutcome | InviteOutcome | ResetOutcome): 'done' | 'unchanged' | 'last_owner' | 'already_member' | 'too_many' {
  if (outcome === 'unknown' || outcome === 'forbidden') notFound()
  return outcome
}

export async function inviteAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const session = await requirePermission('members.manage', PAGE, { form, fields: FORM_FIELDS.member })
  const t = await getTranslations('members')
  const values = { email: text(form, 'email') }
  const refuse = (message: string): FormAnswer => ({ look: 'danger', message, values })
  const [email, role] = [emailAddress.safeParse(text(form, 'email')), staffRole.safeParse(text(form, 'role'))]
  if (!email.success || !role.success) return refuse(t('badAddress'))
  const unproven = await askForProof(staffAccounts(await locale()), { ...session, id: session.staffId }, form, values)
  if (unproven) return unproven
  const outcome = settle(await inviteMember(actorOf(session), { email: email.data, role: role.data }, await locale()))
  if (outcome === 'already_member' || outcome === 'too_many') return refuse(t(outcome))
  redirect(`${PAGE}?done=invited`)
}

export async function resendInviteAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const session = await requireProvenPermission('members.manage', PAGE)
  const outcome = settle(await resendInvite(actorOf(session), text(form, 'invite'), await locale()))
  redirect(`${PAGE}?done=${outcome === 'done' ? 'invited' : outcome}`)
}

export async function withdrawInviteAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const session = await requireProvenPermission('members.manage', PAGE)
  settle(await withdrawInvite(actorOf(session), text(form, 'invite')))
  redirect(`${PAGE}?done=withdrawn`)
}

export async function changeRoleAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const id = text(form, 'member')
  const session = await requireProvenPermission('members.manage', memberPage(id))
  const role = staffRole.safeParse(text(form, 'role'))
  if (!role.success) notFound()
  const outcome = settle(await changeRole(actorOf(session), id, role.data))
  if (outcome === 'last_owner') return { look: 'danger', message: (await getTranslations('members'))('lastOwner') }
  redirect(`${PAGE}?done=role`)
}

/** Leaving is open to every role; the use-case knows whom one may take out. */
export async function removeMemberAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const id = text(form, 'member')
  const session = await requireProvenStaff(`${memberPage(id)}?remove=1`)
  const outcome = settle(await removeMember(actorOf(session), id))
  if (outcome === 'last_owner') return { look: 'danger', message: (await getTranslations('members'))('lastOwner') }
  redirect(id === session.staffId ? '/company/login?left=1' : `${PAGE}?done=removed`)
}

/** Whether developers make and replace keys and secrets too. */
export async function shareSecretsAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const actor = await requireProvenPermission('secrets.share', `${PAGE}?confirm=secrets#secrets`)
  const isShared = form.get('shared') === 'yes'
  if ((await shareSecrets(actor, isShared)) === 'forbidden') notFound()
  redirect(`${PAGE}?done=${isShared ? 'shared' : 'reserved'}`)
}

/** For somebody who lost their second factor. */
export async function resetFactorsAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const id = text(form, 'member')
  const session = await requireProvenPermission('members.manage', `${memberPage(id)}?reset=1`)
  settle(await resetFactors(actorOf(session), id, await locale()))
  redirect(`${PAGE}?done=reset`)
}
