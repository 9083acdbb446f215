'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { LinkPending } from '#components/ui/link-pending'

/**
 * Pages side by side, in a bar that scrolls where it is too narrow; the one that is open is marked and in view. The first
 * is the parent of the others' addresses.
 */
export function LinkTabs({ label, items }: { label: string; items: { href: string; text: string }[] }) {
  const path = usePathname()
  const bar = useRef<HTMLUListElement>(null)
  const isHere = (href: string) => path === href || (href !== items[0]?.href && path.startsWith(`${href}/`))
  const here = items.findLast(({ href }) => isHere(href))?.href

  useEffect(() => {
    const [list, open] = [bar.current, here && bar.current?.querySelector<HTMLElement>('[aria-current=page]')]
    if (list && open) list.scrollLeft = open.offsetLeft - (list.clientWidth - open.offsetWidth) / 2
  }, [here])

  return (
    <nav aria-label={label} className="border-b border-line">
      <ul
        ref={bar}
        className="relative flex gap-x-6 overflow-x-auto [scrollbar-width:none] max-sm:-mx-4 max-sm:px-4 max-sm:[mask-image:linear-gradient(to_right,transparent,black_1rem,black_calc(100%-2.5rem),transparent)]"
      >
        {items.map(({ href, text }) => (
          <li key={href} className="shrink-0 last:max-sm:pr-8">
            <Link
              href={href}
              prefetch={false}
              aria-current={isHere(href) ? 'page' : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent text-soft transition-colors hover:text-ink focus-visible:outline-offset-[-3px] aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink forced-colors:border-[Canvas]"
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
