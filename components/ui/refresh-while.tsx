'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** While it is on the page, the page is read anew now and then. Without scripts it is a link that does so. */
export function RefreshWhile({ everyMs, href, text }: { everyMs: number; href: string; text: string }) {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), everyMs)
    return () => clearInterval(timer)
  }, [router, everyMs])
  return (
    <a href={href} className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
      {text}
    </a>
  )
}
