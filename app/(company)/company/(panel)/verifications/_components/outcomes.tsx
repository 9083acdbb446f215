import { getTranslations } from 'next-intl/server'
import type { readOutcomes } from '#lib/verifications/interface/read-outcomes'

/** How sessions ended lately, as bars that are a table, too. */
export async function Outcomes({ outcomes }: { outcomes: Awaited<ReturnType<typeof readOutcomes>> }) {
  const t = await getTranslations('companyVerifications')
  const most = Math.max(1, ...outcomes.map(({ count }) => count ?? 0))
  return (
    <table className="w-full border-separate border-spacing-y-1.5 text-sm">
      <caption className="sr-only">{t('outcomes')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('status')}</th>
          <th scope="col">{t('count')}</th>
        </tr>
      </thead>
      <tbody>
        {outcomes.map(({ status, count }) => (
          <tr key={status}>
            <th scope="row" className="w-32 pr-3 text-left font-normal text-soft">
              {t(`status_${status}`)}
            </th>
            <td>
              <span className="flex items-center gap-3">
                <span
                  aria-hidden="true"
                  className={`h-3 min-w-1 rounded-full ${status === 'verified' ? 'bg-accent' : 'bg-line-strong'}`}
                  style={{ width: `${((count ?? 0) / most) * 75}%` }}
                />
                <span className="tabular-nums">{count ?? t('few')}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
