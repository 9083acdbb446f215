import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { Empty } from '#components/ui/empty'
import { RefreshWhile } from '#components/ui/refresh-while'
import { RANGES, readCharts } from '#lib/request-log/read-charts'
import { findRequest, listRequests, readCallers, readRateUse } from '#lib/request-log/read-requests'
import { requireStaff } from '#lib/session/staff-session'
import { Charts } from './_components/charts'
import { Failures } from './_components/failures'
import { Limits } from './_components/limits'
import { type Given, type RequestQuery, readRequestQuery, requestsAt } from './_components/query'
import { RequestFilter } from './_components/request-filter'
import { RequestLines } from './_components/request-lines'

const LIVE_MS = 5000

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('requests'))('title') }
}

export default async function RequestsPage({ searchParams }: { searchParams: Promise<Given> }) {
  const given = await searchParams
  const query = readRequestQuery(given)
  const { companyId } = await requireStaff(requestsAt(query))
  const before = typeof given.before === 'string' ? given.before : undefined
  const t = await getTranslations('requests')
  const range = query.range ?? 'day'
  const callers = await readCallers(companyId, query.caller ?? null, query.find)
  if (!callers) notFound()
  const { find, ...rest } = query
  const [only] = callers.apps.items
  if (find !== undefined && only && callers.apps.items.length === 1) redirect(requestsAt({ ...rest, caller: only.id }))
  const filter = { callerId: query.caller ?? null, isFailed: query.show === 'failed', code: query.code ?? null }
  const [found, charts, use] = await Promise.all([
    query.id === undefined ? listRequests(companyId, filter, before) : findRequest(companyId, query.id).then((lines) => ({ lines, next: null })),
    readCharts(companyId, query.caller ?? companyId, range),
    readRateUse(companyId),
  ])
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <RequestFilter key={requestsAt(query)} query={query} range={range} callers={callers} />
        {query.id === undefined && <Charts charts={charts} isByHour={RANGES[range].unit === 'hour'} />}
        {query.id === undefined && before === undefined && <Failures failures={charts.failures} query={query} />}
        <section className="min-w-0">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-5">
            <h2>{t('lines')}</h2>
            {query.id === undefined && before === undefined && <Live query={query} />}
          </div>
          {found.lines.length > 0 ? (
            <RequestLines lines={found.lines} />
          ) : (
            <Empty title={t('emptyTitle')} body={t(query.id === undefined ? 'empty' : 'notFound')} />
          )}
          <div className="mt-6 flex flex-wrap gap-3">
            {before !== undefined && (
              <Link href={requestsAt(query)} prefetch={false} className={buttonClass('outline')}>
                {t('newest')}
              </Link>
            )}
            {found.next && (
              <Link href={requestsAt({ ...query, before: found.next })} prefetch={false} className={buttonClass('outline')}>
                {t('older')}
              </Link>
            )}
          </div>
        </section>
        <Limits use={use} />
      </div>
    </>
  )
}

/** Whether the page reads itself again now and then; without scripts a link does so. */
async function Live({ query: { live, ...query } }: { query: RequestQuery }) {
  const t = await getTranslations('requests')
  if (!live) {
    return (
      <Link href={requestsAt({ ...query, live: '1' })} prefetch={false} className={buttonClass('quiet')}>
        {t('follow')}
      </Link>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 text-sm">
      <RefreshWhile everyMs={LIVE_MS} href={requestsAt({ ...query, live })} text={t('following')} />
      <Link href={requestsAt(query)} prefetch={false} className={buttonClass('quiet')}>
        {t('still')}
      </Link>
    </div>
  )
}
