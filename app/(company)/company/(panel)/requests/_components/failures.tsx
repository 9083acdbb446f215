import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Panel } from '#components/ui/panel'
import type { Charts } from '#lib/request-log/read-charts'
import { type RequestQuery, requestsAt } from './query'
import { failureWords } from './words'

/** Every code that was answered, with what it means and what mends it; nearer where what was sent says so. */
export async function Failures({ failures, query }: { failures: Charts['failures']; query: RequestQuery }) {
  const t = await getTranslations('requests')
  const words = await failureWords()
  return (
    <Panel title={t('failures')}>
      {failures.length === 0 && <p className="text-soft">{t('noFailures')}</p>}
      <ul className="grid gap-5">
        {failures.map(({ code, count, reasons }) => {
          const said = words.ofCode(code, reasons.length > 0)
          return (
            <li key={code} className="grid gap-1.5 border-t border-line pt-4 first:border-t-0 first:pt-0">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h3 className="font-mono text-sm font-semibold wrap-anywhere">{code}</h3>
                <span className="text-sm text-soft">{t('times', { count })}</span>
              </div>
              {said && (
                <p>
                  {said.meaning} {reasons.length === 0 && said.fix}
                </p>
              )}
              {reasons.length > 0 && (
                <ul className="grid list-disc gap-1 pl-5">
                  {reasons.map(({ reason, count: some }) => (
                    <li key={reason}>
                      {words.ofReason(reason)} <span className="text-sm text-soft">{t('times', { count: some })}</span>
                    </li>
                  ))}
                </ul>
              )}
              <p className="flex flex-wrap gap-x-5">
                <Link
                  href={requestsAt({ caller: query.caller, range: query.range, show: 'failed', code })}
                  prefetch={false}
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                >
                  {t('seeLines')}
                </Link>
              </p>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
