import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import { reasonForPerson } from '#lib/verifications/wallet/reason-for-person'
import type { WalletEnding } from '#lib/verifications/wallet/refuse-answer'

/** Why nothing came of an answer, in one kind sentence, and what to do. */
export async function WalletRefused({ code }: { code: WalletEnding }) {
  const t = await getTranslations('walletRefusals')
  const reason = reasonForPerson(code)
  return (
    <div className="mb-5">
      <Notice look="danger">
        <strong className="block font-semibold">{t(`${reason}.title`)}</strong> {t(`${reason}.hint`)} {t('notCounted')}
      </Notice>
    </div>
  )
}
