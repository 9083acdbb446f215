import { getTranslations } from 'next-intl/server'
import type { readOutcomes, Shown } from '#lib/verifications/interface/read-outcomes'

/** How sessions ended lately, and by what the verified ones were, as bars that are tables, too. */
export async function Outcomes({ outcomes, sources }: Awaited<ReturnType<typeof readOutcomes>>) {
  const t = await getTranslations('companyVerifications')
  return (
    <>
      <Bars
        caption={t('outcomes')}
        heading={t('status')}
        rows={outcomes.map(({ status, count }) => ({ name: t(`status_${status}`), count, isGood: status === 'verified' }))}
      />
      {sources.length > 0 && (
        <>
          <h3 className="mb-2 mt-6 text-base">{t('sources')}</h3>
          <Bars
            caption={t('sources')}
            heading={t('sources')}
            rows={sources.map(({ source, count }) => ({ name: t(`source_${source}`), count, isGood: true }))}
          />
        </>
      )}
    </>
  )
}

async function Bars({ caption, heading, rows }: { caption: string; heading: string; rows: { name: string; count: Shown; isGood: boolean }[] }) {
  const t = await getTranslations('companyVerifications')
  const most = Math.max(1, ...rows.map(({ count }) => count ?? 0))
  return (
    <table className="w-full border-separate border-spacing-y-1.5 text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{t('count')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count, isGood }) => (
          <tr key={name}>
            <th scope="row" className="w-32 pr-3 text-left font-normal text-soft">
              {name}
            </th>
            <td>
              <span className="flex items-center gap-3">
                <span
                  aria-hidden="true"
                  className={`h-3 min-w-1 rounded-full ${isGood ? 'bg-accent' : 'bg-line-strong'}`}
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
