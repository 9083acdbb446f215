import { ArrowLeft, ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { pageTexts } from './page-texts'
import { PAGES, type PageText } from './pages'

/** One page of the documentation: its title, its text, and where one may read on. */
export async function DocPage({ page, lead, children }: { page: PageText; lead: ReactNode; children: ReactNode }) {
  const t = await getTranslations('docs')
  const texts = await pageTexts()
  const at = PAGES.findIndex(({ text }) => text === page)
  const [before, after] = [PAGES[at - 1], PAGES[at + 1]]
  const link = 'group grid min-h-11 gap-0.5 rounded-xl border border-line bg-surface px-5 py-4 transition-colors hover:border-ink'
  return (
    <article>
      <h1>{texts[page]}</h1>
      <p className="mt-4 text-lg text-soft">{lead}</p>
      <div className="mt-10 grid gap-12">{children}</div>
      <nav aria-label={`${t('previous')}, ${t('next')}`} className="mt-14 grid gap-3 border-t border-line pt-6 sm:grid-cols-2">
        {before && (
          <Link href={before.href} prefetch={false} className={link}>
            <span className="flex items-center gap-1.5 text-sm text-soft">
              <ArrowLeft size={14} aria-hidden="true" /> {t('previous')}
            </span>
            <span className="font-semibold">{texts[before.text]}</span>
          </Link>
        )}
        {after && (
          <Link href={after.href} prefetch={false} className={`${link} sm:col-start-2 sm:text-right`}>
            <span className="flex items-center gap-1.5 text-sm text-soft sm:justify-end">
              {t('next')} <ArrowRight size={14} aria-hidden="true" />
            </span>
            <span className="font-semibold">{texts[after.text]}</span>
          </Link>
        )}
      </nav>
    </article>
  )
}

/** One matter of a page, with an address of its own. */
export function DocSection({ id, title, step, children }: { id: string; title: string; step?: number; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6">
      <h2 id={`${id}-title`} className="mb-3 flex items-baseline gap-3">
        {step !== undefined && (
          <span aria-hidden="true" className="w-6 shrink-0 text-right text-accent tabular-nums">
            {step}
          </span>
        )}
        {title}
      </h2>
      <div className={step === undefined ? 'grid gap-4' : 'grid gap-4 sm:pl-9'}>{children}</div>
    </section>
  )
}
