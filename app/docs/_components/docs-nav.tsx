'use client'

import { Menu } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { LinkPending } from '#components/ui/link-pending'
import { PAGES, type PageTexts } from './pages'

/** The pages of the documentation: beside the page on a wide screen, behind a menu on a narrow one. */
export function DocsNav({ label, texts }: { label: string; texts: PageTexts }) {
  const path = usePathname()
  const here = PAGES.find(({ href }) => href === path)
  return (
    <nav aria-label={label}>
      {/* A new key for every page: the menu closes when one was chosen. */}
      <details key={path} className="rounded-xl border border-line bg-surface lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-xl px-4 font-semibold [&::-webkit-details-marker]:hidden">
          <Menu size={18} aria-hidden="true" />
          <span className="sr-only">{label}:</span>
          {here ? texts[here.text] : label}
        </summary>
        <Pages path={path} texts={texts} className="border-t border-line p-2" />
      </details>
      <Pages path={path} texts={texts} className="sticky top-6 hidden lg:grid" />
    </nav>
  )
}

function Pages({ path, texts, className }: { path: string; texts: PageTexts; className: string }) {
  return (
    <ul className={`grid gap-0.5 ${className}`}>
      {PAGES.map(({ href, text }) => (
        <li key={href}>
          <Link
            href={href}
            prefetch={false}
            aria-current={path === href ? 'page' : undefined}
            className="flex min-h-11 items-center rounded-xl px-3 text-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            {texts[text]}
            <LinkPending />
          </Link>
        </li>
      ))}
    </ul>
  )
}
