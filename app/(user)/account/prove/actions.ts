'use server'

import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { safeReturnPath } from '#lib/session/return-path'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireUser } from '#lib/session/user-session'
import { passkeyRequestOptions } from '#lib/users/passkeys/log-in-with-passkey'
import { type ProofOutcome, proveByCode, proveByPasskey, proveByPassword } from '#lib/users/prove-person'

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
  return goOn(await proveByPassword(await currentPerson(to), String(form.get('password') ?? '')), to)
}

export async function proveByCodeAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const to = destination(form.get('return_to'))
  return goOn(await proveByCode(await currentPerson(to), String(form.get('code') ?? '')), to)
}

export async function proofOptionsAction() {
  await currentPerson('/account')
  return passkeyRequestOptions()
}

/** Comes back only when nothing was proven. */
export async function proveByPasskeyAction(response: AuthenticationResponseJSON, returnTo: string): Promise<false> {
  const to = destination(returnTo)
  if ((await proveByPasskey(await currentPerson(to), response)) === 'proven') redirect(to)
  return false
}
