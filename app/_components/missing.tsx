import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'

/** Says that a page is not there, inside whatever frame it stands in. @property text of the way home */
export async function Missing({ home, text }: { home: string; text: string }) {
  const t = await getTranslations('notFound')
  const common = await getTranslations('common')
  const reference = (await headers()).get('x-request-id')
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('body')}</p>
      <div className="flex flex-wrap gap-3">
        <a href={home} className={buttonClass()}>
          {text}
        </a>
        <a href="/help" className={buttonClass('quiet')}>
          {common('help')}
        </a>
      </div>
      {reference && (
        <p className="mt-6 break-all text-sm text-soft">
          {common('reference')}: <code>{reference}</code>
        </p>
      )}
    </>
  )
}
