'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { removeTotp, renewRecoveryCodes } from '#lib/accounts/factors/remove-totp'
import { confirmTotp } from '#lib/accounts/factors/totp-set-up'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireProvenUser } from '#lib/session/user-session'
import { PEOPLE } from '#lib/users/people'
import type { CodesAnswer } from '../../../../_components/security/codes-form'

const currentPerson = async () => {
  await requireSameOrigin()
  return requireProvenUser('/account/security/codes')
}

/**
 * With a code it finishes the set-up, without one it makes new recovery codes. One action for both: without JavaScript
 * the answer belongs to the action that gave it, and the page around it has changed by then.
 */
export async function codesAction(_: CodesAnswer, form: FormData): Promise<CodesAnswer> {
  const session = await currentPerson()
  if (!form.has('code')) {
    const codes = await renewRecoveryCodes(PEOPLE, session.userId, session.hash)
    return codes && { kind: 'codes', codes }
  }
  const t = await getTranslations('codes')
  const outcome = await confirmTotp(PEOPLE, session.userId, session.hash, String(form.get('code')))
  return outcome.kind === 'ok' ? { kind: 'codes', codes: outcome.recoveryCodes } : { kind: 'refused', message: t(outcome.kind) }
}

export async function removeTotpAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const session = await currentPerson()
  const t = await getTranslations('codes')
  const outcome = await removeTotp(PEOPLE, session.userId, session.hash, form.has('password') ? String(form.get('password')) : null)
  if (outcome === 'removed') redirect('/account/security?done=totp_disabled')
  return { look: 'danger', message: t(`remove.${outcome}`), field: 'password' }
}
