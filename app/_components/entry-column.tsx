import type { ReactNode } from 'react'
import { Wordmark } from '#components/ui/wordmark'
import { MailOff } from './mail-off'
import { SiteFooter } from './site-footer'

/** One quiet column: somebody is on the way to somewhere else and wants to go on. */
export function EntryColumn({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-4 py-6 sm:py-10">
      <header className="mb-6 flex justify-center">
        <a href="/" className="inline-flex min-h-11 items-center rounded-lg">
          <Wordmark />
        </a>
      </header>
      <main
        id="content"
        className="my-auto rounded-card border border-line bg-surface p-6 shadow-[0_1px_2px_rgb(0_0_0/0.04),0_12px_40px_-16px_rgb(0_0_0/0.12)] sm:p-10"
      >
        <MailOff />
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
