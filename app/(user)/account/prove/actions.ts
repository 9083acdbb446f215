'use server'

import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { refusalText } from '#app/_i18n/refusal-text'
import type { FormAnswer } from '#components/ui/action-form'
import { type ProofOutcome, proveByCode, proveByPasskey, proveByPassword } from '#lib/accounts/credentials/prove'
import { passkeyRequestOptions } from '#lib/accounts/passkeys/log-in-with-passkey'
import { newBrowserSecret } from '#lib/session/browser-secret'
import { readClient } from '#lib/session/client'
import { safeReturnPath } from '#lib/session/return-path'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireUser } from '#lib/session/user-session'
import { keepWaiting } from '#lib/session/waiting'
import { readAccount } from '#lib/users/account/read-account'
import { requestLogInCode } from '#lib/users/mail-code/request-log-in-code'
import { PEOPLE } from '#lib/users/people'

const destination = (value: unknown) => safeReturnPath(typeof value === 'string' ? value : null, '/account')

const currentPerson = async (to: string) => {
  await requireSameOrigin()
  return requireUser(to)
}

async function goOn(outcome: ProofOutcome, to: string): Promise<FormAnswer> {
  if (outcome === 'proven') redirect(to)
  return { look: 'danger', message: (await getTranslations('prove'))(outcome) }
}

export async function proveByPasswordAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const to = destination(form.get('return_to'))
  const { userId, hash } = await currentPerson(to)
  return goOn(await proveByPassword(PEOPLE, userId, hash, String(form.get('password') ?? '')), to)
}

export async function proveByCodeAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const to = destination(form.get('return_to'))
  const { userId, hash } = await currentPerson(to)
  return goOn(await proveByCode(PEOPLE, userId, hash, String(form.get('code') ?? '')), to)
}

export async function proofOptionsAction() {
  await currentPerson('/account')
  return passkeyRequestOptions(PEOPLE)
}

/** Whoever has no password logs in anew with a code by mail, and comes back. */
export async function proveByMailAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const to = destination(form.get('return_to'))
  const { userId } = await currentPerson(to)
  const { email } = await readAccount(userId)
  const secret = newBrowserSecret()
  const outcome = await requestLogInCode(email, secret, await readClient())
  if (outcome.kind !== 'mailed') return { look: 'danger', message: await refusalText(outcome, 'mail') }
  redirect(await keepWaiting({ returnTo: to, secret, email, for: 'log_in' }))
}

/** Comes back only when nothing was proven. */
export async function proveByPasskeyAction(returnTo: string, response: AuthenticationResponseJSON): Promise<false> {
  const to = destination(returnTo)
  const { userId, hash } = await currentPerson(to)
  if ((await proveByPasskey(PEOPLE, userId, hash, response)) === 'proven') redirect(to)
  return false
}
