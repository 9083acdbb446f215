'use client'

import { Menu } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { LinkPending } from './link-pending'

/** `icon` stands before the text. The item of the page below which all others lie is `exact`: it is here on its own page only. */
export type SideNavItem = { href: string; text: string; icon?: ReactNode; exact?: boolean }

const isAt = (path: string, { href, exact }: SideNavItem) => path === href || (!exact && path.startsWith(`${href}/`))

/**
 * The pages of a part of the site: beside the page on a wide screen, behind a menu on a narrow one.
 * @param above what stands over them in either
 */
export function SideNav({ label, items, above }: { label: string; items: readonly SideNavItem[]; above?: ReactNode }) {
  const path = usePathname()
  const here = items.find((item) => isAt(path, item))
  return (
    <nav aria-label={label}>
      {/* A new key for every page: the menu closes when one was chosen. */}
      <details key={path} className="rounded-xl border border-line bg-surface lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-xl px-4 font-semibold [&::-webkit-details-marker]:hidden">
          <Menu size={18} aria-hidden="true" />
          <span className="sr-only">{label}:</span>
          {here ? here.text : label}
        </summary>
        <div className="grid gap-2 border-t border-line p-2">
          {above}
          <Items path={path} items={items} />
        </div>
      </details>
      <div className="sticky top-6 hidden gap-4 lg:grid">
        {above}
        <Items path={path} items={items} />
      </div>
    </nav>
  )
}

function Items({ path, items }: { path: string; items: readonly SideNavItem[] }) {
  return (
    <ul className="grid gap-0.5">
      {items.map((item) => (
        <li key={item.href}>
          <Link
            href={item.href}
            prefetch={false}
            aria-current={isAt(path, item) ? 'page' : undefined}
            className="flex min-h-11 items-center gap-3 rounded-xl px-3 text-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            {item.icon}
            {item.text}
            <LinkPending />
          </Link>
        </li>
      ))}
    </ul>
  )
}
