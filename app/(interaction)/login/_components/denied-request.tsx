import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'

/** The person refused already; only the app can ask once more. */
export async function DeniedRequest() {
  const t = await getTranslations('login')
  const common = await getTranslations('common')
  return (
    <>
      <h1>{t('deniedTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('deniedBody')}</p>
      <a href="/" className={buttonClass('outline')}>
        {common('backHome')}
      </a>
    </>
  )
}
