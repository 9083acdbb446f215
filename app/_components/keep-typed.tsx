'use client'

import { useEffect, useState } from 'react'

/**
 * Stops a form from being sent while the browser has no network: it would be lost, and what was typed with it. What was
 * typed stays in the fields, and the message goes when the network is back. Listens before React does, so it holds for
 * every form there is, those that leave the page too.
 */
export function KeepTyped({ message }: { message: string }) {
  const [isTold, tell] = useState(false)
  useEffect(() => {
    const hold = (event: SubmitEvent) => {
      if (navigator.onLine) return
      event.preventDefault()
      event.stopImmediatePropagation()
      tell(true)
    }
    const release = () => tell(false)
    window.addEventListener('submit', hold, { capture: true })
    window.addEventListener('online', release)
    return () => {
      window.removeEventListener('submit', hold, { capture: true })
      window.removeEventListener('online', release)
    }
  }, [])
  return (
    <div role="alert" className="pointer-events-none fixed inset-x-0 bottom-0 z-20 grid justify-items-center p-4 empty:hidden">
      {isTold && <p className="max-w-md rounded-xl border border-line-strong bg-warn-wash px-5 py-4 font-semibold text-ink shadow-lg">{message}</p>}
    </div>
  )
}
