'use client'

import { Fault } from './_components/fault'

/** Whatever no nearer page caught. */
export default function RootFault(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="content" className="mx-auto grid min-h-dvh max-w-xl content-center px-6">
      <Fault {...props} />
    </main>
  )
}
