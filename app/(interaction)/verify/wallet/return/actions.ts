'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readBrowserSecret } from '#lib/session/browser-secret'
import { requireSameOrigin } from '#lib/session/same-origin'
import { digitsForReturn, disownReturn, returnFromWallet } from '#lib/verifications/wallet/return-from-wallet'
import { formText } from '../../../form-text'

export type ReturnState =
  | { kind: 'arriving' | 'dead' }
  | { kind: 'asked'; body: string }
  | { kind: 'digits'; digits: string }
  | { kind: 'over'; isGood: boolean }

/** Who comes back with a code, and what they say about it: `step` is `arrive`, `yes` or `no`. */
export async function returnAction(_: ReturnState, form: FormData): Promise<ReturnState> {
  await requireSameOrigin()
  const code = formText(form, 'code')
  const step = formText(form, 'step')
  if (step === 'no') {
    await disownReturn(code)
    return { kind: 'over', isGood: false }
  }
  if (step === 'yes') {
    const digits = await digitsForReturn(code)
    if (digits !== null) return { kind: 'digits', digits }
  }
  const back = await returnFromWallet(code, await readBrowserSecret('wallet'))
  if (back.kind === 'here') redirect(`/verify/${encodeURIComponent(back.pageToken)}`)
  if (back.kind !== 'elsewhere') return back
  const t = await getTranslations('wallet')
  const { company, account } = back
  return { kind: 'asked', body: company ? t('askBody', { company, account }) : t('askBodyOwn', { account }) }
}
