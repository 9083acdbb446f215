'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Attention } from '#components/ui/attention'
import { buttonClass } from '#components/ui/button'
import { CopyField } from '#components/ui/copy-field'
import { Panel } from '#components/ui/panel'
import { ShownOnce, type ShownOnceTexts } from '#components/ui/shown-once'
import type { CreatedApp } from '../actions'

/** The new app's credentials: the only time that the secret of a live app is seen. */
export function AppCreated({ app, once }: { app: CreatedApp; once: ShownOnceTexts }) {
  const t = useTranslations('appCreated')
  const isOnce = app.secret !== null && !app.isReadable
  const lead = app.secret ? (isOnce ? 'leadConfidential' : 'leadTest') : app.isForOthers ? 'leadForOthers' : 'leadPublic'
  const href = `/company/apps/${app.id}`
  const playground = { href: `${href}/playground`, text: t('try') }
  return (
    <>
      <Attention as="h1">{t('title')}</Attention>
      <p className="mb-6 mt-3 text-soft">{t(lead)}</p>
      <Panel title={t('credentials')}>
        <div className="grid gap-5">
          <CopyField label={t('clientId')} value={app.clientId} texts={once} />
          {app.secret && !isOnce && <CopyField label={t('secret')} value={app.secret} texts={once} />}
          {app.secret && isOnce ? (
            <ShownOnce label={t('secret')} secret={app.secret} goTo={`${href}/quickstart`} also={playground} texts={{ ...once, close: t('next') }} />
          ) : (
            <div className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
              <Link href={`${href}/quickstart`} prefetch={false} className={buttonClass()}>
                {t('next')}
              </Link>
              <Link href={playground.href} prefetch={false} className={buttonClass('outline')}>
                {playground.text}
              </Link>
            </div>
          )}
        </div>
      </Panel>
    </>
  )
}
