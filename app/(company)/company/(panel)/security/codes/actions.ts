'use server'

import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { removeTotp, renewRecoveryCodes } from '#lib/accounts/factors/remove-totp'
import { confirmTotp } from '#lib/accounts/factors/totp-set-up'
import { staffAccounts } from '#lib/companies/staff'
import type { Locale } from '#lib/i18n/locales'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireProvenStaff } from '#lib/session/staff-session'
import type { CodesAnswer } from '../../../../../_components/security/codes-form'

const currentMember = async () => {
  await requireSameOrigin()
  const session = await requireProvenStaff('/company/security/codes', 'set_up')
  return { ...session, accounts: staffAccounts((await getLocale()) as Locale) }
}

/** With a code it finishes the set-up, without one it makes new recovery codes: see the page of the same name for people. */
export async function codesAction(_: CodesAnswer, form: FormData): Promise<CodesAnswer> {
  const { accounts, staffId, hash } = await currentMember()
  if (!form.has('code')) {
    const codes = await renewRecoveryCodes(accounts, staffId, hash)
    return codes && { kind: 'codes', codes }
  }
  const outcome = await confirmTotp(accounts, staffId, hash, String(form.get('code')))
  if (outcome.kind === 'ok') return { kind: 'codes', codes: outcome.recoveryCodes }
  return { kind: 'refused', message: (await getTranslations('codes'))(outcome.kind) }
}

export async function removeTotpAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const { accounts, staffId, hash } = await currentMember()
  const outcome = await removeTotp(accounts, staffId, hash, String(form.get('password') ?? ''))
  if (outcome === 'removed') redirect('/company/security?done=totp_disabled')
  return { look: 'danger', message: (await getTranslations('codes'))(`remove.${outcome}`) }
}
