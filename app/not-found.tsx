import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'

export default async function NotFound() {
  const t = await getTranslations('notFound')
  const common = await getTranslations('common')
  return (
    <main id="content" className="mx-auto grid min-h-dvh max-w-xl place-content-center px-6 text-center">
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('body')}</p>
      <a href="/" className={buttonClass('outline')}>
        {common('backHome')}
      </a>
    </main>
  )
}
