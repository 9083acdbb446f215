import type { ReactNode } from 'react'
import { Arriving } from '#components/ui/link-pending'
import { DocsNav } from '../_components/docs-nav'

export default function GuideLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid flex-1 content-start gap-6 lg:grid-cols-[14rem_minmax(0,46rem)] lg:gap-14">
      <DocsNav />
      <main id="content" className="relative min-w-0 pb-6">
        <Arriving />
        <div className="arrived">{children}</div>
      </main>
    </div>
  )
}
