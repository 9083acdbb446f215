import { getTranslations } from 'next-intl/server'
import type { ChartDay, ChartSeries } from './chart-day'

type Props = { days: ChartDay[]; series: { name: ChartSeries; label: string }[]; isOfAll: boolean }

/**
 * What the shown days come to. A day that is not shown has one at least: the sum says so, and tells nothing that the days
 * do not tell.
 * @param isOfAll of all apps, whose days leave out what is hidden of one
 */
export async function ActivityTotals({ days, series, isOfAll }: Props) {
  const t = await getTranslations('activityChart')
  return (
    <dl className="mb-6 flex flex-wrap gap-x-10 gap-y-3">
      {series.map(({ name, label }) => {
        const count = days.reduce((sum, day) => sum + (day[name] ?? 1), 0)
        const isWhole = count === 0 || (!isOfAll && days.every((day) => day[name] !== null))
        return (
          <div key={name}>
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{t(isWhole ? 'total' : 'atLeast', { count })}</dd>
          </div>
        )
      })}
    </dl>
  )
}
