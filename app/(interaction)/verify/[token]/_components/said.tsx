import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { answerAsMissing } from '#lib/core/page-status'

/** A page with nothing to do on it, and why. A link that leads nowhere is 404, whether it once led somewhere or never. */
export async function Said({ what }: { what: 'dead' | 'unavailable' | 'phoneDead' | 'phoneOver' | 'phoneDone' }) {
  if (what === 'dead' || what === 'phoneDead') answerAsMissing()
  const t = await getTranslations('verification')
  const common = await getTranslations('common')
  return (
    <>
      <h1>{t(`${what}Title`)}</h1>
      <p className="mb-6 mt-3 text-soft">{t(`${what}Body`)}</p>
      {what !== 'phoneDone' && (
        <Link href="/" prefetch={false} className={buttonClass('outline')}>
          {common('backHome')}
        </Link>
      )}
    </>
  )
}
