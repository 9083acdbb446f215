'use client'

import Link from 'next/link'
import { useEffect } from 'react'
import { LinkPending } from '#components/ui/link-pending'
import { LANGUAGE_COOKIE } from './language-cookie'

const YEAR = 365 * 24 * 3600

/** The languages of the quickstarts. The one that is read is remembered. */
export function LanguageTabs({
  label,
  languages,
  current,
  appId,
}: {
  label: string
  languages: (readonly [language: string, name: string])[]
  current: string
  appId?: string
}) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${LANGUAGE_COOKIE}=${current}; path=/docs; max-age=${YEAR}; samesite=lax`
  }, [current])
  return (
    <nav aria-label={label} className="border-b border-line">
      <ul className="flex flex-wrap gap-x-6">
        {languages.map(([language, name]) => (
          <li key={language}>
            <Link
              href={`/docs/quickstarts?language=${language}${appId ? `&app=${appId}` : ''}`}
              prefetch={false}
              scroll={false}
              aria-current={language === current ? 'page' : undefined}
              className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent text-soft transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {name}
              <LinkPending />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
