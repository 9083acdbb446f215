'use server'

import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { revalidatePath } from 'next/cache'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { changePassword } from '#lib/accounts/credentials/change-password'
import { beginTotp } from '#lib/accounts/factors/totp-set-up'
import { addPasskey, passkeyCreationOptions } from '#lib/accounts/passkeys/add-passkey'
import { removePasskey } from '#lib/accounts/passkeys/remove-passkey'
import { endOtherSessions, endSession } from '#lib/accounts/sessions/sessions'
import { browserKind } from '#lib/core/browser-kind'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireProvenUser, requireUser } from '#lib/session/user-session'
import { declinePasskey } from '#lib/users/account/offer-passkey'
import { PEOPLE } from '#lib/users/people'

const PAGE = '/account/security'

const currentPerson = async (returnTo = PAGE) => {
  await requireSameOrigin()
  return requireProvenUser(returnTo)
}

/** The current password in the form is the proof of who sits there; where there is none yet they prove it otherwise. */
export async function changePasswordAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const isFirst = !form.has('current_password')
  const session = await (isFirst ? requireProvenUser(PAGE) : requireUser(PAGE))
  const t = await getTranslations('security')
  const faults = await getTranslations('passwordFault')
  const outcome = await changePassword(
    PEOPLE,
    session.userId,
    session.hash,
    isFirst ? null : String(form.get('current_password')),
    String(form.get('new_password') ?? ''),
  )
  if (outcome.kind === 'changed') return { look: 'info', message: isFirst ? (await getTranslations('lastWay'))('setDone') : t('passwordChanged') }
  if (outcome.kind === 'unfit_password')
    return { look: 'danger', message: faults(outcome.fault, { minimum: outcome.minimum }), field: 'new_password' }
  if (outcome.kind === 'wrong') return { look: 'danger', message: t('passwordWrong'), field: 'current_password' }
  return { look: 'danger', message: t('busy') }
}

export async function endOtherSessionsAction(): Promise<never> {
  const session = await currentPerson()
  await endOtherSessions(PEOPLE, session.userId, session.hash)
  redirect(`${PAGE}?done=sessions`)
}

export async function endSessionAction(form: FormData): Promise<never> {
  const session = await currentPerson()
  const isEnded = await endSession(PEOPLE, session.userId, String(form.get('session')))
  redirect(isEnded ? `${PAGE}?done=session` : PAGE)
}

export async function removePasskeyAction(form: FormData): Promise<never> {
  const session = await currentPerson()
  const outcome = await removePasskey(PEOPLE, session.userId, session.hash, String(form.get('credential_id')))
  redirect(outcome === 'removed' ? `${PAGE}?done=passkey_removed` : outcome === 'last_way' ? `${PAGE}?refused=last_way` : PAGE)
}

export async function beginTotpAction(): Promise<never> {
  const session = await currentPerson('/account/security/codes')
  await beginTotp(PEOPLE, session.userId)
  redirect('/account/security/codes')
}

export async function passkeyCreationOptionsAction() {
  const session = await currentPerson()
  return passkeyCreationOptions(PEOPLE, session.userId)
}

export async function addPasskeyAction(response: RegistrationResponseJSON): Promise<false> {
  const session = await currentPerson()
  const device = browserKind((await headers()).get('user-agent'))
  if (!(await addPasskey(PEOPLE, session.userId, session.hash, response, device))) return false
  redirect(`${PAGE}?done=passkey_added`)
}

/** No passkey now; nobody asks again. */
export async function declinePasskeyAction(): Promise<void> {
  await requireSameOrigin()
  await declinePasskey((await requireUser('/account')).userId)
  revalidatePath('/account', 'layout')
}
