'use client'

import { Menu } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { LinkPending } from '#components/ui/link-pending'
import { SECTIONS, type SectionText } from './sections'

type Texts = Record<SectionText, string>

const isAt = (path: string, href: string) => path === href || (href !== '/company' && path.startsWith(`${href}/`))

/** Where one can go in the panel: beside the page on a wide screen, behind a menu on a narrow one. */
export function PanelNav({ label, texts }: { label: string; texts: Texts }) {
  const path = usePathname()
  const here = SECTIONS.find(({ href }) => isAt(path, href))
  return (
    <nav aria-label={label}>
      {/* A new key for every page: the menu closes when one was chosen. */}
      <details key={path} className="group rounded-xl border border-line bg-surface lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-xl px-4 font-semibold [&::-webkit-details-marker]:hidden">
          <Menu size={18} aria-hidden="true" />
          <span className="sr-only">{label}:</span>
          {here ? texts[here.text] : label}
        </summary>
        <Sections path={path} texts={texts} className="border-t border-line p-2" />
      </details>
      <Sections path={path} texts={texts} className="sticky top-6 hidden lg:grid" />
    </nav>
  )
}

function Sections({ path, texts, className }: { path: string; texts: Texts; className: string }) {
  return (
    <ul className={`gap-0.5 ${className}`}>
      {SECTIONS.map(({ href, text, icon: Icon }) => (
        <li key={href}>
          <Link
            href={href}
            prefetch={false}
            aria-current={isAt(path, href) ? 'page' : undefined}
            className="flex min-h-11 items-center gap-3 rounded-xl px-3 text-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            <Icon size={18} aria-hidden="true" className="shrink-0" />
            {texts[text]}
            <LinkPending />
          </Link>
        </li>
      ))}
    </ul>
  )
}
