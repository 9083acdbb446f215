import { getTranslations } from 'next-intl/server'
import { SideNav } from '#components/ui/side-nav'
import { pageTexts } from './page-texts'
import { PAGES } from './pages'

/** The menu of the documentation. */
export async function DocsNav() {
  const t = await getTranslations('docs')
  const texts = await pageTexts()
  // The first page's address begins all others'.
  return <SideNav label={t('menu')} items={PAGES.map(({ href, text }) => ({ href, text: texts[text], exact: href === '/docs' }))} />
}
