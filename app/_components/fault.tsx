'use client'

import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { Button } from '#components/ui/button'
import en from '#messages/en/fault' with { type: 'json' }
import pl from '#messages/pl/fault' with { type: 'json' }

const TEXTS = { en: en.fault, pl: pl.fault }

/**
 * A page that could not be made. It carries its own texts, because it must stand when the rest does not.
 * The reference is the one under which the fault is logged, together with the id of the request.
 */
export function Fault({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const router = useRouter()
  const text = TEXTS[typeof document === 'object' && document.documentElement.lang === 'pl' ? 'pl' : 'en']
  const tryAgain = () =>
    startTransition(() => {
      router.refresh()
      reset()
    })
  return (
    <div role="alert" className="py-6">
      <h1 className="text-ink">{text.title}</h1>
      <p className="mt-3 text-soft">{text.body}</p>
      {error.digest && (
        <p className="mt-3 text-sm text-soft">
          {text.reference}: <code>{error.digest}</code>
        </p>
      )}
      <Button onClick={tryAgain} className="mt-6">
        {text.tryAgain}
      </Button>
    </div>
  )
}
