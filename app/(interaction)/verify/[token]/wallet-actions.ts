'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { keepBrowserSecret, newBrowserSecret } from '#lib/session/browser-secret'
import { answerByBrowser, askByBrowser } from '#lib/verifications/wallet/answer-by-browser'
import { askWallet } from '#lib/verifications/wallet/ask-wallet'
import { confirmDigits, leaveWallet } from '#lib/verifications/wallet/confirm-digits'
import { confirmDisclosed } from '#lib/verifications/wallet/confirm-disclosed'
import { formText } from '../../form-text'
import { pageOf, visitorOf } from './visitor-of'

/** A question for a wallet, with a secret of its own for this browser, by which it is known when somebody comes back. */
export async function askWalletAction(form: FormData): Promise<never> {
  const visitor = await visitorOf(form)
  const secret = newBrowserSecret()
  if (await askWallet(visitor, secret)) await keepBrowserSecret('wallet', secret)
  redirect(pageOf(visitor.token))
}

export async function leaveWalletAction(form: FormData): Promise<never> {
  const visitor = await visitorOf(form)
  await leaveWallet(visitor)
  redirect(pageOf(visitor.token))
}

export async function digitsAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const visitor = await visitorOf(form)
  const outcome = await confirmDigits(visitor, formText(form, 'digits'))
  if (outcome.kind !== 'wrong') redirect(pageOf(visitor.token))
  const t = await getTranslations('wallet')
  return { look: 'danger', message: t('digitsWrong', { count: outcome.triesLeft }), field: 'digits' }
}

export async function confirmDisclosedAction(form: FormData): Promise<never> {
  const visitor = await visitorOf(form)
  await confirmDisclosed(visitor)
  redirect(pageOf(visitor.token))
}

/** What the browser hands to a wallet by itself. @see OpenID4VP 1.0 Annex A */
export async function askByBrowserAction(form: FormData) {
  return askByBrowser(await visitorOf(form), newBrowserSecret())
}

/** What it brought back. */
export async function answerByBrowserAction(form: FormData): Promise<void> {
  const visitor = await visitorOf(form)
  await answerByBrowser(visitor, formText(form, 'id'), readData(formText(form, 'data')))
}

function readData(text: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(text)
    return data !== null && typeof data === 'object' && !Array.isArray(data) ? (data as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
