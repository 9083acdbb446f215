import { getTranslations } from 'next-intl/server'
import { ABOUT_PAGES } from '../_about/pages'
import { Preferences } from './preferences'

/** What stands below every page: how it looks, and the pages about the service itself. */
export async function SiteFooter({ className = '' }: { className?: string }) {
  const t = await getTranslations('footer')
  return (
    <footer className={`grid justify-items-center gap-3 py-8 print:hidden ${className}`}>
      <Preferences />
      <nav aria-label={t('label')}>
        <ul className="flex flex-wrap justify-center gap-x-5">
          {ABOUT_PAGES.map((page) => (
            <li key={page}>
              <a href={`/${page}`} className="inline-flex min-h-11 items-center rounded-lg text-sm text-soft hover:text-ink">
                {t(page)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}
