import Link from 'next/link'
import type { ReactNode } from 'react'
import { Wordmark } from '#components/ui/wordmark'
import { Preferences } from '../../../_components/preferences'

export default function EntryLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-4 py-6 sm:py-10">
      <header className="mb-6 flex justify-center">
        <Link href="/" prefetch={false} className="inline-flex min-h-11 items-center rounded-lg">
          <Wordmark />
        </Link>
      </header>
      <main id="content" className="my-auto rounded-card border border-line bg-surface p-6 sm:p-10">
        {children}
      </main>
      <footer className="mt-8">
        <Preferences />
      </footer>
    </div>
  )
}
