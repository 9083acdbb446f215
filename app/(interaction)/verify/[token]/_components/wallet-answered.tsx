import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import type { WalletVisit } from '#lib/verifications/wallet/about-wallet'
import { digitsAction } from '../wallet-actions'

type Question = NonNullable<WalletVisit['question']>

/** A wallet answered: it is being looked at, and then whoever holds it says that it was them. */
export async function WalletAnswered({ token, question }: { token: string; question: Question }) {
  const t = await getTranslations('wallet')
  if (!question.isJudged) {
    return (
      <div role="status">
        <h1>{t('waitTitle')}</h1>
        <p className="mt-3 text-soft">{t('checking')}</p>
      </div>
    )
  }
  return (
    <>
      <div role="status">
        <h1>{t('digitsTitle')}</h1>
        <p className="mb-6 mt-3 text-soft">{t('digitsLead')}</p>
      </div>
      <ActionForm
        action={digitsAction}
        submit={t('digitsConfirm')}
        hidden={{ token }}
        fields={[{ label: t('digits'), name: 'digits', inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7, required: true }]}
      />
    </>
  )
}
