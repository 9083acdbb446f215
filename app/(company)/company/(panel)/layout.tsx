import type { ReactNode } from 'react'
import { Arriving } from '#components/ui/link-pending'
import { readStaffSession } from '#lib/session/staff-session'
import { MailOff } from '../../../_components/mail-off'
import { PanelHeader } from '../../../_components/panel-header'
import { SiteFooter } from '../../../_components/site-footer'
import { EnvironmentSwitch } from './_components/environment-switch'
import { PanelNav } from './_components/panel-nav'
import { TestBanner } from './_components/test-banner'
import { logOutAction } from './actions'

export default async function PanelLayout({ children }: { children: ReactNode }) {
  const session = await readStaffSession()
  const isTest = session?.isInTest === true
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-6xl flex-col px-4 sm:px-6">
      <PanelHeader home="/company" logOut={logOutAction} />
      <div className="grid flex-1 content-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
        <PanelNav isTest={isTest} above={session && <EnvironmentSwitch isTest={isTest} />} />
        <main id="content" className="relative min-w-0 pb-6">
          <Arriving />
          {isTest && <TestBanner />}
          <MailOff />
          <div className="arrived">{children}</div>
        </main>
      </div>
      <SiteFooter />
    </div>
  )
}
