import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PAGES, type PageText, type PageTexts } from './pages'

export async function pageTexts(): Promise<PageTexts> {
  const t = await getTranslations('docs.nav')
  return Object.fromEntries(PAGES.map(({ text }) => [text, t(text)])) as PageTexts
}

export const titled = (page: PageText) => async (): Promise<Metadata> => {
  const t = await getTranslations('docs')
  return { title: `${t(`nav.${page}`)} · ${t('title')}` }
}
