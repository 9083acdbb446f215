'use server'

import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { changePassword } from '#lib/accounts/credentials/change-password'
import { beginTotp } from '#lib/accounts/factors/totp-set-up'
import { addPasskey, passkeyCreationOptions } from '#lib/accounts/passkeys/add-passkey'
import { removePasskey } from '#lib/accounts/passkeys/remove-passkey'
import { endOtherSessions, endSession } from '#lib/accounts/sessions/sessions'
import { requireFactors } from '#lib/companies/members/require-factors'
import { staffAccounts } from '#lib/companies/staff'
import { browserKind } from '#lib/core/browser-kind'
import type { Locale } from '#lib/i18n/locales'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireProvenPermission, requireProvenStaff, requireStaff } from '#lib/session/staff-session'

const PAGE = '/company/security'

const accounts = async () => staffAccounts((await getLocale()) as Locale)

const currentMember = async (returnTo = PAGE) => {
  await requireSameOrigin()
  return requireProvenStaff(returnTo, 'set_up')
}

/** The current password in the form is the proof of who sits there. */
export async function changePasswordAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const { staffId, hash } = await requireStaff(PAGE, 'set_up')
  const [current, next] = ['current_password', 'new_password'].map((name) => String(form.get(name) ?? '')) as [string, string]
  const t = await getTranslations('security')
  const outcome = await changePassword(await accounts(), staffId, hash, current, next)
  if (outcome.kind === 'changed') return { look: 'info', message: t('passwordChanged') }
  if (outcome.kind !== 'unfit_password') return { look: 'danger', message: t(outcome.kind === 'wrong' ? 'passwordWrong' : 'busy') }
  return { look: 'danger', message: (await getTranslations('passwordFault'))(outcome.fault, { minimum: outcome.minimum }) }
}

export async function endSessionAction(form: FormData): Promise<never> {
  const { staffId } = await currentMember()
  const isEnded = await endSession(await accounts(), staffId, String(form.get('session')))
  redirect(isEnded ? `${PAGE}?done=session` : PAGE)
}

export async function endOtherSessionsAction(): Promise<never> {
  const { staffId, hash } = await currentMember()
  await endOtherSessions(await accounts(), staffId, hash)
  redirect(`${PAGE}?done=sessions`)
}

export async function removePasskeyAction(form: FormData): Promise<never> {
  const { staffId, hash } = await currentMember()
  const outcome = await removePasskey(await accounts(), staffId, hash, String(form.get('credential_id')))
  redirect(outcome === 'removed' ? `${PAGE}?done=passkey_removed` : outcome === 'required' ? `${PAGE}?refused=last` : PAGE)
}

export async function beginTotpAction(): Promise<never> {
  const { staffId } = await currentMember(`${PAGE}/codes`)
  await beginTotp(await accounts(), staffId)
  redirect(`${PAGE}/codes`)
}

export async function passkeyCreationOptionsAction() {
  const { staffId } = await currentMember()
  return passkeyCreationOptions(await accounts(), staffId)
}

export async function addPasskeyAction(response: RegistrationResponseJSON): Promise<false> {
  const { staffId, hash } = await currentMember()
  const device = browserKind((await headers()).get('user-agent'))
  if (!(await addPasskey(await accounts(), staffId, hash, response, device))) return false
  redirect(`${PAGE}?done=passkey_added`)
}

/** The rule for the whole company: whether everybody must log in with a second factor. */
export async function requireFactorsAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const actor = await requireProvenPermission('factors.require', PAGE)
  const isRequired = form.get('required') === 'yes'
  const outcome = await requireFactors(actor, isRequired, (await getLocale()) as Locale)
  if (outcome === 'forbidden') notFound()
  redirect(outcome === 'done' ? `${PAGE}?done=${isRequired ? 'required' : 'not_required'}` : `${PAGE}?refused=${outcome}`)
}
