import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button'
import { Arriving } from '#components/ui/link-pending'
import { Wordmark } from '#components/ui/wordmark'
import { Preferences } from '../../../_components/preferences'
import { PanelNav } from './_components/panel-nav'
import { SECTIONS, type SectionText } from './_components/sections'
import { logOutAction } from './actions'

export default async function PanelLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('companyPanel')
  const texts = Object.fromEntries(SECTIONS.map(({ text }) => [text, t(text)])) as Record<SectionText, string>
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-6xl flex-col px-4 sm:px-6">
      <header className="flex items-center justify-between gap-4 py-5">
        <Link href="/company" prefetch={false} className="inline-flex min-h-11 items-center rounded-lg">
          <Wordmark />
        </Link>
        <form action={logOutAction} method="post">
          <Button type="submit" look="quiet">
            {t('logOut')}
          </Button>
        </form>
      </header>
      <div className="grid flex-1 content-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
        <PanelNav label={t('nav')} texts={texts} />
        <main id="content" className="relative min-w-0 pb-6">
          <Arriving />
          <div className="arrived">{children}</div>
        </main>
      </div>
      <footer className="py-8">
        <Preferences />
      </footer>
    </div>
  )
}
