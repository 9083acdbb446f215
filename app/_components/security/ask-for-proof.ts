import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { passwordField } from '#components/ui/password-field'
import type { Accounts } from '#lib/accounts/accounts'
import { hasPassword } from '#lib/accounts/credentials/has-password'
import { proveByPassword } from '#lib/accounts/credentials/prove'
import { isProven } from '#lib/session/proven'

/** Whose session it is that asks. */
export type Asking = { id: string; hash: Buffer<ArrayBuffer>; provenAgeSeconds: number }

/**
 * Asks for the password within a form that somebody filled in: whatever was typed stays, and one press sends both.
 * Whoever has no password is sent to where they prove it otherwise.
 * @param provePath of that page; staff have a password always
 * @returns null when it is clear who sits there; else the form's answer
 */
export async function askForProof(
  accounts: Accounts,
  asking: Asking,
  form: FormData,
  values: Record<string, string> = {},
  provePath?: string,
): Promise<FormAnswer> {
  if (isProven(asking)) return null
  if (provePath && !(await hasPassword(accounts, asking.id))) redirect(provePath)
  const t = await getTranslations('prove')
  const ask = [passwordField('current', { name: 'proof', label: t('password') })]
  const typed = String(form.get('proof') ?? '')
  if (typed === '') return { look: 'info', message: t('ask'), values, ask }
  const outcome = await proveByPassword(accounts, asking.id, asking.hash, typed)
  return outcome === 'proven' ? null : { look: 'danger', message: t(outcome), field: 'proof', values, ask }
}
