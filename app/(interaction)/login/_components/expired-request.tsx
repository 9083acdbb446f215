import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'

export async function ExpiredRequest() {
  const t = await getTranslations('login')
  const common = await getTranslations('common')
  return (
    <>
      <h1>{t('expiredTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('expiredBody')}</p>
      <a href="/" className={buttonClass('outline')}>
        {common('backHome')}
      </a>
    </>
  )
}
