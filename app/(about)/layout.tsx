import Link from 'next/link'
import type { ReactNode } from 'react'
import { Wordmark } from '#components/ui/wordmark'
import { SiteFooter } from '../_components/site-footer'

/** Pages to read, in one column. */
export default function AboutLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col px-5 sm:px-8">
      <header className="py-5 print:hidden">
        <Link href="/" prefetch={false} className="inline-flex min-h-11 items-center rounded-lg">
          <Wordmark />
        </Link>
      </header>
      <main id="content" className="flex-1 py-8">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
