'use client'

import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { Button, buttonClass } from '#components/ui/button'
import { useFaultTexts } from './fault-texts'

/** What a browser throws when nothing came back: Chromium, Firefox and Safari each in words of their own. */
const isNetwork = (error: Error) => error instanceof TypeError && /fetch|network|load failed/i.test(error.message)

/**
 * A page that could not be made, or not be reached. Its texts came with the page before, so it stands when nothing else comes.
 * The reference is the one under which the fault is logged, together with the id of the request.
 */
export function Fault({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const router = useRouter()
  const text = useFaultTexts()
  const isOffline = isNetwork(error)
  const tryAgain = () =>
    startTransition(() => {
      router.refresh()
      reset()
    })
  return (
    <div role="alert" className="py-6">
      <h1 className="text-ink">{isOffline ? text.offlineTitle : text.title}</h1>
      <p className="mt-3 text-soft">{isOffline ? text.offlineBody : text.body}</p>
      {error.digest && (
        <p className="mt-3 text-sm text-soft">
          {text.reference}: <code>{error.digest}</code>
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={tryAgain}>{text.tryAgain}</Button>
        <a href="/help" className={buttonClass('quiet')}>
          {text.help}
        </a>
      </div>
    </div>
  )
}
