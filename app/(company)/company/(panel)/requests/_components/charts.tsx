import { getTranslations } from 'next-intl/server'
import { NumbersTable } from '#components/ui/numbers-table'
import { utcDay } from '#lib/core/time'
import type { Charts as Numbers } from '#lib/request-log/read-charts'
import { browserTimes } from '../../../../../_i18n/times'
import { evenAxis } from '../../_components/even-axis'

/** How many requests there were, how many failed and how long answers took. Drawn with the page: no script, and the same numbers as a table. */
export async function Charts({ charts, isByHour }: { charts: Numbers; isByHour: boolean }) {
  const t = await getTranslations('requests')
  const times = await browserTimes()
  const { buckets, total, failed } = charts
  const most = evenAxis(Math.max(0, ...buckets.map((bucket) => bucket.good + bucket.failed))).at(-1) ?? 1
  const label = (at: Date) => (isByHour ? times.utcHour(at) : times.shortDate(utcDay(at)))
  const rate = total === 0 ? 0 : failed / total
  const measured = charts.latency.reduce((sum, count) => sum + count, 0)
  return (
    <div className="grid gap-5 xl:grid-cols-[2fr_1fr]">
      <figure className="min-w-0 rounded-card border border-line bg-surface p-5">
        <figcaption className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <span className="font-semibold">{t('chart')}</span>
          <dl className="flex gap-x-8">
            <Total label={t('total')} number={t('number', { count: total })} />
            <Total label={t('errorRate')} number={t('share', { share: rate })} />
          </dl>
        </figcaption>
        <div aria-hidden="true">
          <div className="flex h-44 items-end gap-px border-b border-line-strong sm:gap-0.5">
            {buckets.map((bucket) => (
              <div key={bucket.at.getTime()} title={label(bucket.at)} className="flex h-full min-w-0 flex-1 flex-col justify-end">
                <div className="rounded-t-sm bg-warn" style={{ height: `${(bucket.failed / most) * 100}%` }} />
                <div className="bg-accent" style={{ height: `${(bucket.good / most) * 100}%` }} />
              </div>
            ))}
          </div>
          <p className="mt-1.5 flex justify-between text-xs text-soft">
            {[buckets[0], buckets[Math.floor(buckets.length / 2)], buckets.at(-1)].map(
              (bucket) => bucket && <span key={+bucket.at}>{label(bucket.at)}</span>,
            )}
          </p>
        </div>
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
          <Swatch look="bg-accent" text={t('good')} />
          <Swatch look="bg-warn" text={t('errorRate')} />
          <span>{t('chartNote')}</span>
        </p>
        <NumbersTable
          summary={t('asTable')}
          caption={t('chart')}
          headings={[t('when'), t('good'), t('errorRate')]}
          rows={[...buckets].reverse().map(({ at, good, failed: bad }) => ({
            key: at.getTime(),
            label: label(at),
            numbers: [t('number', { count: good }), t('number', { count: bad })],
          }))}
        />
      </figure>
      <section className="min-w-0 rounded-card border border-line bg-surface p-5">
        <h2 className="text-base font-semibold">{t('latency')}</h2>
        <dl className="mt-4 grid gap-3">
          {charts.latency.map((count, nth) => {
            const share = measured === 0 ? 0 : count / measured
            // biome-ignore lint/suspicious/noArrayIndexKey: the classes are always the same ones
            return <Share key={nth} label={t(`classes.${String(nth) as '0'}`)} share={share} text={t('share', { share })} />
          })}
        </dl>
        <p className="mt-4 text-sm text-soft">{t('latencyNote')}</p>
      </section>
    </div>
  )
}

const Total = ({ label, number }: { label: string; number: string }) => (
  <div>
    <dt className="text-sm text-soft">{label}</dt>
    <dd className="text-2xl font-semibold tabular-nums">{number}</dd>
  </div>
)

const Swatch = ({ look, text }: { look: string; text: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`size-2.5 rounded-sm ${look}`} />
    {text}
  </span>
)

const Share = ({ label, share, text }: { label: string; share: number; text: string }) => (
  <div className="flex flex-wrap justify-between gap-x-3 gap-y-1 text-sm">
    <dt>{label}</dt>
    <dd className="tabular-nums">{text}</dd>
    <dd aria-hidden="true" className="h-2 w-full overflow-hidden rounded-full bg-sunken">
      <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
    </dd>
  </div>
)
