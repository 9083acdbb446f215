import { CircleCheck, CircleX } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { RefreshWhile } from '#components/ui/refresh-while'
import type { RetryableFailure } from '#lib/verifications/schema'

type Props = { token: string; status: string; failure: string | null }

/** What came of pictures that were to give an account back. Nothing of what was read is shown: nobody is logged in. */
export async function Recovery({ token, status, failure }: Props) {
  const t = await getTranslations('lostFactor')
  const failures = await getTranslations('verificationFailures')
  if (status === 'processing') {
    return (
      <div role="status">
        <h1>{t('lookTitle')}</h1>
        <p className="mb-6 mt-3 text-soft">{t('lookBody')}</p>
        <RefreshWhile everyMs={2000} href={`/verify/${token}`} text={t('lookAgain')} />
      </div>
    )
  }
  const isGood = status === 'verified'
  const Icon = isGood ? CircleCheck : CircleX
  const hint =
    !isGood &&
    failure &&
    failures.has(`${failure as RetryableFailure}.hint`) &&
    failure !== 'account_mismatch' &&
    failure !== 'attempt_limit_exceeded'
  return (
    <>
      <Icon size={40} strokeWidth={1.5} aria-hidden="true" className={`mb-4 ${isGood ? 'text-accent' : 'text-danger'}`} />
      <div role="status">
        <h1>{t(isGood ? 'goodTitle' : 'badTitle')}</h1>
        <p className="mb-6 mt-3 text-soft">{isGood ? t('goodBody') : hint ? failures(`${failure as RetryableFailure}.hint`) : t('badBody')}</p>
      </div>
      <a href="/login" className={buttonClass(isGood ? 'outline' : 'solid')}>
        {t('again')}
      </a>
    </>
  )
}
