import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { passwordField } from '#components/ui/password-field'
import { isProven, type UserSession } from '#lib/session/user-session'
import { proveByPassword } from '#lib/users/prove-person'

/**
 * Asks for the password within a form that somebody filled in: whatever was typed stays, and one press sends both.
 * @returns null when it is clear who sits there; else the form's answer
 */
export async function askForProof(session: UserSession, form: FormData, values: Record<string, string> = {}): Promise<FormAnswer> {
  if (isProven(session)) return null
  const t = await getTranslations('prove')
  const ask = [passwordField('current', { name: 'proof', label: t('password') })]
  const typed = String(form.get('proof') ?? '')
  if (typed === '') return { look: 'info', message: t('ask'), values, ask }
  const outcome = await proveByPassword(session, typed)
  return outcome === 'proven' ? null : { look: 'danger', message: t(outcome), values, ask }
}
