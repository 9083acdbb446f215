'use client'

import { useLinkStatus } from 'next/link'

/**
 * Put inside a link: marks the page while the link's target is being fetched, and `Arriving` then shows.
 * Pages are not streamed behind a loading screen, because that screen needs JavaScript to go away again.
 */
export function LinkPending() {
  const { pending } = useLinkStatus()
  return pending ? <span data-pending hidden /> : null
}

/** The outline of a page on its way; seen only while a link is pending and only when that takes a moment. */
export function Arriving() {
  return (
    <div className="arriving" aria-hidden="true">
      <div className="h-9 w-2/5 rounded-lg bg-line" />
      <div className="mt-4 h-5 w-4/5 rounded-lg bg-line" />
      <div className="mt-9 h-40 rounded-card bg-line" />
      <div className="mt-5 h-40 rounded-card bg-line" />
    </div>
  )
}
