'use server'

import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { type ProofOutcome, proveByCode, proveByPasskey, proveByPassword } from '#lib/accounts/credentials/prove'
import { passkeyRequestOptions } from '#lib/accounts/passkeys/log-in-with-passkey'
import { staffAccounts } from '#lib/companies/staff'
import type { Locale } from '#lib/i18n/locales'
import { safeReturnPath } from '#lib/session/return-path'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireStaff } from '#lib/session/staff-session'

const destination = (value: unknown) => safeReturnPath(typeof value === 'string' ? value : null, '/company')

const currentMember = async (to: string) => {
  await requireSameOrigin()
  const { staffId, hash } = await requireStaff(to, 'prove', 'set_up')
  return [staffAccounts((await getLocale()) as Locale), staffId, hash] as const
}

async function goOn(outcome: ProofOutcome, to: string): Promise<FormAnswer> {
  if (outcome === 'proven') redirect(to)
  return { look: 'danger', message: (await getTranslations('prove'))(outcome) }
}

export async function proveByPasswordAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const to = destination(form.get('return_to'))
  return goOn(await proveByPassword(...(await currentMember(to)), String(form.get('password') ?? '')), to)
}

export async function proveByCodeAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const to = destination(form.get('return_to'))
  return goOn(await proveByCode(...(await currentMember(to)), String(form.get('code') ?? '')), to)
}

export async function proofOptionsAction() {
  await currentMember('/company')
  return passkeyRequestOptions({ realm: 'staff' })
}

/** Comes back only when nothing was proven. */
export async function proveByPasskeyAction(returnTo: string, response: AuthenticationResponseJSON): Promise<false> {
  const to = destination(returnTo)
  if ((await proveByPasskey(...(await currentMember(to)), response)) === 'proven') redirect(to)
  return false
}
