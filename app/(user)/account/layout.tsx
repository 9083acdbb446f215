import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Arriving } from '#components/ui/link-pending'
import { LinkTabs } from '#components/ui/link-tabs'
import { isTest } from '#lib/core/environment'
import { readUserSession } from '#lib/session/user-session'
import { readWhoseTest } from '#lib/test-environments/whose-test-store'
import { MailOff } from '../../_components/mail-off'
import { PanelHeader } from '../../_components/panel-header'
import { SiteFooter } from '../../_components/site-footer'
import { TestMark } from '../../_components/test-mark'
import { logOutAction } from './actions'

export default async function AccountLayout({ children }: { children: ReactNode }) {
  const session = await readUserSession()
  const testOf = session && isTest(session.environment) ? await readWhoseTest(session.userId) : null
  const nav = await getTranslations('panel')
  const items = [
    { href: '/account', text: nav('profile') },
    { href: '/account/access', text: nav('access') },
    { href: '/account/aliases', text: nav('aliases') },
    { href: '/account/security', text: nav('security') },
    { href: '/account/activity', text: nav('activity') },
    { href: '/account/data', text: nav('data') },
  ]
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col px-4 sm:px-6">
      <PanelHeader home="/" logOut={logOutAction} />
      <LinkTabs label={nav('label')} items={items} />
      <main id="content" className="relative flex-1 py-8">
        <Arriving />
        {testOf !== null && <TestMark company={testOf} isInside />}
        <MailOff />
        <div className="arrived">{children}</div>
      </main>
      <SiteFooter />
    </div>
  )
}
