'use server'

import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { type ProofOutcome, proveByCode, proveByPasskey, proveByPassword } from '#lib/accounts/credentials/prove'
import { passkeyRequestOptions } from '#lib/accounts/passkeys/log-in-with-passkey'
import { safeReturnPath } from '#lib/session/return-path'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireUser } from '#lib/session/user-session'
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

/** Comes back only when nothing was proven. */
export async function proveByPasskeyAction(returnTo: string, response: AuthenticationResponseJSON): Promise<false> {
  const to = destination(returnTo)
  const { userId, hash } = await currentPerson(to)
  if ((await proveByPasskey(PEOPLE, userId, hash, response)) === 'proven') redirect(to)
  return false
}
