import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button'
import { Wordmark } from '#components/ui/wordmark'
import { readStaffSession } from '#lib/session/staff-session'
import { SiteFooter } from '../_components/site-footer'

export const metadata: Metadata = { robots: { index: true } }

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('docs')
  const session = await readStaffSession()
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-6xl flex-col px-4 sm:px-6">
      <header className="flex flex-wrap items-center justify-between gap-x-4 py-5">
        <div className="flex items-center gap-3">
          <Link href="/" prefetch={false} className="inline-flex min-h-11 items-center rounded-lg">
            <Wordmark />
          </Link>
          <Link href="/docs" prefetch={false} className="hidden min-h-11 items-center rounded-lg text-soft sm:inline-flex">
            <span className="border-l border-line-strong pl-3">{t('title')}</span>
          </Link>
        </div>
        <div className="flex flex-wrap items-center gap-x-5">
          <Link href="/docs/search" prefetch={false} className="inline-flex min-h-11 items-center rounded-lg text-soft hover:text-ink">
            {t('search')}
          </Link>
          <Link href={session ? '/company' : '/company/login'} prefetch={false} className={buttonClass('quiet')}>
            {session ? t('company') : t('logIn')}
          </Link>
        </div>
      </header>
      {children}
      <SiteFooter />
    </div>
  )
}
