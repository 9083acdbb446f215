import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'

/** A page with nothing to do on it, and why. */
export async function Said({ what }: { what: 'dead' | 'unavailable' | 'phoneDead' | 'phoneDone' }) {
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
