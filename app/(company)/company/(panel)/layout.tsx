import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button'
import { Wordmark } from '#components/ui/wordmark'
import { Preferences } from '../../../_components/preferences'
import { logOutAction } from './actions'

export default async function PanelLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('companyPanel')
  const link = 'inline-flex min-h-11 items-center text-accent underline underline-offset-4'
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col px-4 sm:px-6">
      <header className="flex flex-wrap items-center justify-between gap-4 py-5">
        <Wordmark />
        <nav aria-label={t('nav')} className="flex gap-5">
          <Link href="/company" prefetch={false} className={link}>
            {t('overview')}
          </Link>
          <Link href="/company/keys" prefetch={false} className={link}>
            {t('keys')}
          </Link>
        </nav>
        <form action={logOutAction} method="post">
          <Button type="submit" look="quiet">
            {t('logOut')}
          </Button>
        </form>
      </header>
      <main id="content" className="flex-1 py-6">
        {children}
      </main>
      <footer className="py-8">
        <Preferences />
      </footer>
    </div>
  )
}
