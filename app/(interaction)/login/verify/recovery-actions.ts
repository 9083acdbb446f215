'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { dropBrowserSecret, keepBrowserSecret, newBrowserSecret, readBrowserSecret } from '#lib/session/browser-secret'
import { requireSameOrigin } from '#lib/session/same-origin'
import { finishRecovery, vetoRecovery } from '#lib/users/recovery/finish-recovery'
import { beginRecovery } from '#lib/verifications/recovery/begin-recovery'
import { formText } from '../../form-text'

/** Pictures of the account's document, taken in this browser by whoever gave the right password in it. */
export async function beginRecoveryAction(_: FormAnswer, _form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const secret = newBrowserSecret()
  const path = await beginRecovery(await readBrowserSecret('second-factor'), secret)
  if (!path) return { look: 'danger', message: (await getTranslations('lostFactor'))('refused') }
  await keepBrowserSecret('capture', secret)
  redirect(path)
}

/** The waiting is over: on to a new password. */
export async function finishRecoveryAction(_: FormAnswer, _form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const outcome = await finishRecovery(await readBrowserSecret('second-factor'))
  if (outcome.kind !== 'ok') return { look: 'danger', message: (await getTranslations('lostFactor'))(outcome.kind === 'busy' ? 'busy' : 'refused') }
  await dropBrowserSecret('second-factor')
  redirect(`/recover/${outcome.recoveryToken}`)
}

/** The owner objects, by the link in the mail. */
export async function vetoAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const outcome = await vetoRecovery(formText(form, 'token'))
  if (outcome.kind === 'ok') redirect(`/recover/${outcome.recoveryToken}`)
  return { look: 'danger', message: (await getTranslations('lostFactor'))(outcome.kind) }
}
