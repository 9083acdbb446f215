'use client'

import dynamic from 'next/dynamic'
import type { ShownCount } from '#lib/companies/overview/suppress-small-counts'

/** One day of the charts; null stands for one to four. */
export type ChartDay = { label: string; signedIn: ShownCount; given: ShownCount; withdrawn: ShownCount }

type Series = Exclude<keyof ChartDay, 'label'>

/** The drawing library is heavy: it comes after the page, which has all the numbers in its table already. */
const BarsOfDays = dynamic(() => import('./bars-of-days').then((file) => file.BarsOfDays), {
  ssr: false,
  loading: () => <div className="h-56 animate-pulse rounded-xl bg-sunken" />,
})

const LOOKS: Record<Series, string> = { signedIn: 'var(--accent)', given: 'var(--accent)', withdrawn: 'var(--warn)' }

export function ActivityCharts({ days, texts }: { days: ChartDay[]; texts: Record<Series | 'consents' | 'few', string> }) {
  const figures: { title: string; series: Series[] }[] = [
    { title: texts.signedIn, series: ['signedIn'] },
    { title: texts.consents, series: ['given', 'withdrawn'] },
  ]
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      {figures.map(({ title, series }) => (
        <figure key={title} className="min-w-0 rounded-card border border-line bg-surface p-5">
          <figcaption className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{title}</span>
            {series.length > 1 && (
              <span className="flex gap-4 text-sm text-soft">
                {series.map((name) => (
                  <span key={name} className="inline-flex items-center gap-1.5">
                    <span className="size-2.5 rounded-sm" style={{ background: LOOKS[name] }} />
                    {texts[name]}
                  </span>
                ))}
              </span>
            )}
          </figcaption>
          <div aria-hidden="true">
            <BarsOfDays days={days} series={series.map((name) => ({ name, label: texts[name], fill: LOOKS[name] }))} few={texts.few} />
          </div>
        </figure>
      ))}
    </div>
  )
}
