'use client'

import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { Button, buttonClass } from '#components/ui/button'
import type { Locale } from '#lib/i18n/locales'
import en from '#messages/en/fault' with { type: 'json' }
import pl from '#messages/pl/fault' with { type: 'json' }

const TEXTS: Record<Locale, typeof en.fault> = { en: en.fault, pl: pl.fault }

const textsOf = (language: string) => TEXTS[language as Locale] ?? TEXTS.en

/** What a browser throws when nothing came back: Chromium, Firefox and Safari each in words of their own. */
const isNetwork = (error: Error) => error instanceof TypeError && /fetch|network|load failed/i.test(error.message)

/**
 * A page that could not be made, or not be reached. It carries its own texts, because it must stand when the rest does not.
 * The reference is the one under which the fault is logged, together with the id of the request.
 */
export function Fault({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const router = useRouter()
  const text = textsOf(typeof document === 'object' ? document.documentElement.lang : 'en')
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
