'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const EVERY_MS = 3000

/** Looks now and then whether the link of the mail was opened somewhere, while anybody looks at the page. */
export function WatchForLink() {
  const router = useRouter()
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && navigator.onLine && router.refresh()
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [router])
  return null
}
