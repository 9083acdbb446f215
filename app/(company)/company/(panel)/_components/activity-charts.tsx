'use client'

import dynamic from 'next/dynamic'
import type { ChartDay, ChartSeries } from './chart-day'

/** The drawing library is heavy: it comes after the page, which has all the numbers in its table already. */
const BarsOfDays = dynamic(() => import('./bars-of-days').then((file) => file.BarsOfDays), {
  ssr: false,
  loading: () => <div className="h-56 animate-pulse rounded-xl bg-sunken" />,
})

const LOOKS: Record<ChartSeries, string> = { signedIn: 'var(--accent)', given: 'var(--accent)', withdrawn: 'var(--warn)' }

export function ActivityCharts({ days, texts }: { days: ChartDay[]; texts: Record<ChartSeries | 'consents' | 'few', string> }) {
  const figures: { title: string; series: ChartSeries[] }[] = [
    { title: texts.signedIn, series: ['signedIn'] },
    { title: texts.consents, series: ['given', 'withdrawn'] },
  ]
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      {figures.map(({ title, series }) => (
        <figure key={title} className="flex min-w-0 flex-col justify-between rounded-card border border-line bg-surface p-5">
          <figcaption className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{title}</span>
            <span className="flex flex-wrap gap-x-4 text-sm text-soft">
              {series.length > 1 && series.map((name) => <Swatch key={name} fill={LOOKS[name]} text={texts[name]} />)}
              <Swatch fill={LOOKS[series[0] as ChartSeries]} text={texts.few} isPale />
            </span>
          </figcaption>
          <div aria-hidden="true">
            <BarsOfDays days={days} series={series.map((name) => ({ name, label: texts[name], fill: LOOKS[name] }))} few={texts.few} />
          </div>
        </figure>
      ))}
    </div>
  )
}

const Swatch = ({ fill, text, isPale }: { fill: string; text: string; isPale?: boolean }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={isPale ? 'size-2.5 rounded-sm opacity-35' : 'size-2.5 rounded-sm'} style={{ background: fill }} />
    {text}
  </span>
)
