'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const EVERY_MS = 1200
/** A question that a bad connection swallowed is asked again. */
const PATIENCE_MS = 8000

/** Shows the page anew as soon as it would look different: something was read, or a phone took a picture. */
export function WatchProgress({ token, progress }: { token: string; progress: string }) {
  const router = useRouter()
  useEffect(() => {
    let isOver = false
    const look = async () => {
      const response = await fetch(`/verify/${token}/progress`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch(() => null)
      const now = response?.ok ? ((await response.json().catch(() => null)) as { progress?: string } | null)?.progress : progress
      if (isOver) return
      // A link that leads nowhere any more shows so, too.
      if (now !== progress || response?.status === 404) router.refresh()
      timer = setTimeout(look, EVERY_MS)
    }
    let timer = setTimeout(look, EVERY_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [router, token, progress])
  return null
}
