'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Attention } from '#components/ui/attention'
import { buttonClass } from '#components/ui/button'
import { CopyField } from '#components/ui/copy-field'
import { Panel } from '#components/ui/panel'
import { ShownOnce, type ShownOnceTexts } from '#components/ui/shown-once'

/** The new app's credentials: the only time its secret is seen. */
export function AppCreated({
  app,
  once,
}: {
  app: { id: string; clientId: string; secret: string | null; isForOthers: boolean }
  once: ShownOnceTexts
}) {
  const t = useTranslations('appCreated')
  const href = `/company/apps/${app.id}`
  return (
    <>
      <Attention as="h1">{t('title')}</Attention>
      <p className="mb-6 mt-3 text-soft">{t(app.secret ? 'leadConfidential' : app.isForOthers ? 'leadForOthers' : 'leadPublic')}</p>
      <Panel title={t('credentials')}>
        <div className="grid gap-5">
          <CopyField label={t('clientId')} value={app.clientId} texts={once} />
          {app.secret ? (
            <ShownOnce label={t('secret')} secret={app.secret} goTo={`${href}/quickstart`} texts={{ ...once, close: t('next') }} />
          ) : (
            <Link href={`${href}/quickstart`} prefetch={false} className={buttonClass()}>
              {t('next')}
            </Link>
          )}
        </div>
      </Panel>
    </>
  )
}
