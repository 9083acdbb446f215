import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { LinkTabs } from '#components/ui/link-tabs'
import { may } from '#lib/companies/permissions'
import { AppBadges } from '../_components/app-badges'
import { ownApp } from '../own-app'

/** Name and tabs of one app. It guards nothing: every page asks for the app itself. */
export default async function AppLayout({ params, children }: { params: Promise<{ id: string }>; children: ReactNode }) {
  const { id } = await params
  const { session, app, isSuspended } = await ownApp(id)
  if (!app || !session) return children
  const t = await getTranslations('appTabs')
  const tabs = (['settings', 'credentials', 'consents', 'quickstart', 'playground'] as const).filter(
    (tab) => tab !== 'playground' || may(session, 'apps.manage'),
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="min-w-0">{app.name}</h1>
        <AppBadges app={app} isSuspended={isSuspended} />
      </div>
      <LinkTabs
        label={t('label', { app: app.name })}
        items={tabs.map((tab) => ({ href: `/company/apps/${app.id}${tab === 'settings' ? '' : `/${tab}`}`, text: t(tab) }))}
      />
      <div className="pt-7">{children}</div>
    </>
  )
}
