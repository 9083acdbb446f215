import { getFormatter, getTranslations } from 'next-intl/server'
import type { Day, History } from '#lib/ops/status/judge-days'
import { browserTimes } from '../../../_i18n/times'

/** Never rounded up: what is not whole does not read as 100 %. */
const cut = (share: number) => Math.floor(share * 10_000) / 10_000

const lookOf = ({ share }: Day) => (share === null ? 'bg-line' : share >= 0.999 ? 'bg-accent' : share >= 0.98 ? 'bg-warn' : 'bg-danger')

/** On a phone there is room for half of them. */
const isLongAgo = (nth: number, of: Day[]) => nth < of.length / 2

/** What became of each day, as bars, and in words for those that had faults. */
export async function Days({ history: { part, days, share } }: { history: History }) {
  const t = await getTranslations('status')
  const format = await getFormatter()
  const times = await browserTimes()
  const percent = (value: number) => format.number(cut(value), { style: 'percent', maximumFractionDigits: 2 })
  if (share === null) return <p className="mt-2 text-sm text-soft">{t('nothing')}</p>
  const faults = days.filter((day): day is Day & { share: number } => day.share !== null && cut(day.share) < 1)
  const label = t('history', { part: t(part), share: percent(share) })
  return (
    <div className="mt-3">
      <div role="img" aria-label={label} className="flex h-8 gap-px sm:gap-0.5">
        {days.map((day, nth) => (
          <span key={day.day} className={`min-w-0 flex-1 rounded-xs ${lookOf(day)} ${isLongAgo(nth, days) ? 'max-sm:hidden' : ''}`} />
        ))}
      </div>
      <p className="mt-1.5 flex justify-between gap-3 text-sm text-soft">
        <span className="max-sm:hidden">{t('since', { days: days.length })}</span>
        <span className="sm:hidden">{t('since', { days: days.length / 2 })}</span>
        <span className="font-semibold tabular-nums">{percent(share)}</span>
        <span>{t('today')}</span>
      </p>
      {faults.length > 0 && (
        <details className="mt-1 text-sm">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-accent">{t('faults')}</summary>
          <ul className="grid gap-1 pb-2 tabular-nums">
            {faults.toReversed().map(({ day, share: had }) => (
              <li key={day}>{t('day', { day: times.date(day), share: percent(had) })}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
