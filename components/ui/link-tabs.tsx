'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { LinkPending } from '#components/ui/link-pending'

/** Pages side by side; the one that is open is marked. The first is the parent of the others' addresses. */
export function LinkTabs({ label, items }: { label: string; items: { href: string; text: string }[] }) {
  const path = usePathname()
  const isHere = (href: string) => path === href || (href !== items[0]?.href && path.startsWith(`${href}/`))
  return (
    <nav aria-label={label} className="border-b border-line">
      <ul className="flex gap-x-6 overflow-x-auto [scrollbar-width:none] max-sm:-mx-4 max-sm:px-4">
        {items.map(({ href, text }) => (
          <li key={href} className="shrink-0">
            <Link
              href={href}
              prefetch={false}
              aria-current={isHere(href) ? 'page' : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent forced-colors:border-[Canvas] text-soft transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {text}
              <LinkPending />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
