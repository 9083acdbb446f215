import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { EntryColumn } from './_components/entry-column'

export default async function NotFound() {
  const t = await getTranslations('notFound')
  const common = await getTranslations('common')
  const reference = (await headers()).get('x-request-id')
  return (
    <EntryColumn>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('body')}</p>
      <div className="flex flex-wrap gap-3">
        <a href="/" className={buttonClass()}>
          {common('backHome')}
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
    </EntryColumn>
  )
}
