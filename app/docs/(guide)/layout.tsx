import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Arriving } from '#components/ui/link-pending'
import { DocsNav } from '../_components/docs-nav'
import { pageTexts } from '../_components/page-texts'

export default async function GuideLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('docs')
  return (
    <div className="grid flex-1 content-start gap-6 lg:grid-cols-[14rem_minmax(0,46rem)] lg:gap-14">
      <DocsNav label={t('menu')} texts={await pageTexts()} />
      <main id="content" className="relative min-w-0 pb-6">
        <Arriving />
        <div className="arrived">{children}</div>
      </main>
    </div>
  )
}
