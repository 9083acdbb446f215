import { getTranslations } from 'next-intl/server'
import type { ShownCount } from '#lib/companies/overview/suppress-small-counts'
import type { ChartDay } from './chart-day'

/** The numbers of the charts, for whoever reads rather than looks; the newest day first. */
export async function ActivityTable({ days }: { days: ChartDay[] }) {
  const t = await getTranslations('activityChart')
  const text = (count: ShownCount) => count ?? t('few')
  const cell = 'py-2 pl-2 text-right sm:pl-3 tabular-nums'
  return (
    <details className="mt-4 rounded-card border border-line bg-surface px-5">
      <summary className="min-h-11 cursor-pointer py-3 font-semibold">{t('asTable')}</summary>
      <table className="mb-4 w-full text-sm">
        <caption className="sr-only">{t('title')}</caption>
        <thead>
          <tr className="border-b border-line align-bottom text-soft">
            <th scope="col" className="py-2 text-left font-semibold">
              {t('day')}
            </th>
            {[t('signedIn'), t('given'), t('withdrawn')].map((heading) => (
              <th key={heading} scope="col" className="py-2 pl-2 text-right sm:pl-3 font-semibold">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {[...days].reverse().map(({ label, signedIn, given, withdrawn }) => (
            <tr key={label}>
              <th scope="row" className="whitespace-nowrap py-2 text-left font-normal">
                {label}
              </th>
              <td className={cell}>{text(signedIn)}</td>
              <td className={cell}>{text(given)}</td>
              <td className={cell}>{text(withdrawn)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
