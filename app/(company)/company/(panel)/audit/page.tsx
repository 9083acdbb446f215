import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { Empty } from '#components/ui/empty'
import { Done } from '#components/ui/panel'
import { queryString, readAuditQuery } from '#lib/audit/filter'
import { listAudit } from '#lib/audit/list-audit'
import { readKeptMonths } from '#lib/companies/audit/kept-months'
import { requireStaff } from '#lib/session/staff-session'
import { AuditFilter } from './_components/audit-filter'
import { AuditTable } from './_components/audit-table'
import { Kept } from './_components/kept'

type Given = Record<string, string | string[] | undefined>

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audit'))('title') }
}

export default async function AuditPage({ searchParams }: { searchParams: Promise<Given> }) {
  const given = await searchParams
  const { query, filter } = readAuditQuery(given)
  const session = await requireStaff(`/company/audit${queryString(query)}`)
  const before = typeof given.before === 'string' ? given.before : undefined
  const t = await getTranslations('audit')
  const { lines, next, actors } = await listAudit(session.companyId, filter, before)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {given.done === 'kept' && <Done>{t('keep.done')}</Done>}
      <AuditFilter key={queryString(query)} query={query} actors={actors} />
      <div className="mt-6">
        {lines.length > 0 ? (
          <div className="md:overflow-hidden md:rounded-card md:border md:border-line md:bg-surface">
            <AuditTable lines={lines} />
          </div>
        ) : (
          <Empty title={t('emptyTitle')} body={t('empty')} />
        )}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {before !== undefined && (
          <Link href={`/company/audit${queryString(query)}`} prefetch={false} className={buttonClass('outline')}>
            {t('newest')}
          </Link>
        )}
        {next && (
          <Link href={`/company/audit${queryString({ ...query, before: next })}`} prefetch={false} className={buttonClass('outline')}>
            {t('older')}
          </Link>
        )}
      </div>
      <div className="mt-10 max-w-3xl">
        <Kept staff={session} wished={readKeptMonths(given.keep)} />
      </div>
    </>
  )
}
