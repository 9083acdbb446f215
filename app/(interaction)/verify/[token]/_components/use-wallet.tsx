import { ShieldCheck } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { Visit } from '#lib/verifications/page/visit-verification'
import type { FieldName } from '#lib/verifications/schema'
import { askWalletAction } from '../wallet-actions'
import { BrowserWallet } from './browser-wallet'
import { FormButton } from './form-button'
import { WalletRefused } from './wallet-refused'

/** The way without a picture, before the one with a camera. */
export async function UseWallet({ token, visit }: { token: string; visit: Visit }) {
  const t = await getTranslations('wallet')
  const names = await getTranslations('verification')
  const refusal = visit.wallet?.question?.refusal ?? null
  const fields = visit.fields.map((field) => names(`field_${field as FieldName}`)).join(', ')
  return (
    <section aria-labelledby="use-wallet" className="mb-8 rounded-xl border border-accent bg-accent-wash p-4 sm:p-5">
      {refusal && <WalletRefused code={refusal} />}
      <h2 id="use-wallet" className="flex items-center gap-2.5 text-lg">
        <ShieldCheck size={20} aria-hidden="true" className="shrink-0 text-accent" />
        {t('title')}
      </h2>
      <p className="mt-1.5 text-sm">{t('lead')}</p>
      <p className="mb-4 mt-1.5 text-sm">{t('tells', { fields })}</p>
      <div className="grid gap-2">
        <FormButton action={askWalletAction} token={token}>
          {t(refusal ? 'startAgain' : 'start')}
        </FormButton>
        <BrowserWallet token={token} texts={{ use: t('byBrowser'), failed: t('byBrowserFailed') }} />
      </div>
      {visit.least === 'wallet' && <p className="mt-3 text-sm text-soft">{t('only')}</p>}
    </section>
  )
}
