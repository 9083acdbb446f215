'use client'

import { Wordmark } from '#components/ui/wordmark'
import { Fault } from './_components/fault'

/** Whatever no nearer page caught. */
export default function RootFault(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="content" className="mx-auto grid min-h-dvh max-w-xl content-center px-6">
      <a href="/" className="inline-flex min-h-11 items-center justify-self-start rounded-lg">
        <Wordmark />
      </a>
      <Fault {...props} />
    </main>
  )
}
