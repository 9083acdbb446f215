import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { Empty } from '#components/ui/empty'
import { Panel } from '#components/ui/panel'
import { readAppChoices } from '#lib/apps/read-choices'
import { may } from '#lib/companies/permissions'
import { actorOf, requireStaff } from '#lib/session/staff-session'
import { readOutcomes } from '#lib/verifications/interface/read-outcomes'
import { listVerifications } from '#lib/verifications/interface/read-verifications'
import { browserTimes } from '../../../../_i18n/times'
import { orFirstPage } from '../_components/or-first-page'
import { Filters } from './_components/filters'
import { Outcomes } from './_components/outcomes'
import { StatusBadge } from './_components/status-badge'
import { readVerificationQuery, type Search } from './query'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('companyVerifications'))('title') }
}

export default async function VerificationsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const staff = await requireStaff('/company/verifications')
  const t = await getTranslations('companyVerifications')
  const levels = await getTranslations('assurance')
  const times = await browserTimes()
  const { query, narrowing, kept, find, isFiltered } = readVerificationQuery(await searchParams)
  const apps = (await readAppChoices(staff.companyId, narrowing.appId ?? null, find)) ?? (await readAppChoices(staff.companyId, null, ''))
  const [only] = apps?.items ?? []
  if (find !== '' && only && apps?.items.length === 1) redirect(`/company/verifications?${new URLSearchParams([...kept, ['app', only.id]])}`)
  const { data, next_cursor } = await listVerifications(actorOf(staff), query, narrowing).catch(orFirstPage('/company/verifications', query.cursor))
  const { outcomes, sources } = await readOutcomes(staff.companyId)
  const older = new URLSearchParams({ ...Object.fromEntries(kept), ...(next_cursor && { cursor: next_cursor }) })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1>{t('title')}</h1>
        {may(staff, 'verifications.manage') && (
          <Link href="/company/verifications/new" prefetch={false} className={buttonClass()}>
            {t('start')}
          </Link>
        )}
      </div>
      <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
      {outcomes.some(({ count }) => count !== 0) && (
        <div className="mb-8">
          <Panel title={t('outcomes')} lead={t('outcomesLead')}>
            <Outcomes outcomes={outcomes} sources={sources} />
          </Panel>
        </div>
      )}
      {(data.length > 0 || isFiltered || find !== '') && apps && (
        <Filters
          key={String(kept)}
          query={query}
          narrowing={narrowing}
          apps={apps}
          file={`/company/verifications/csv${kept.size > 0 ? `?${kept}` : ''}`}
        />
      )}
      {data.length === 0 ? (
        <Empty title={t(isFiltered ? 'nothingTitle' : 'emptyTitle')} body={t(isFiltered ? 'nothingBody' : 'emptyBody')} />
      ) : (
        <ul className="grid gap-3">
          {data.map((session) => (
            <li key={session.id} className="relative grid gap-1 rounded-card border border-line bg-surface p-4 hover:border-line-strong sm:p-5">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Link
                  href={`/company/verifications/${session.id}`}
                  prefetch={false}
                  className="min-w-0 break-all font-mono text-sm font-semibold after:absolute after:inset-0 after:rounded-card"
                >
                  {session.reference ?? session.id}
                </Link>
                <StatusBadge status={session.status} />
              </div>
              <p className="text-sm text-soft">{session.fields.map((field) => t(`fields.${field}`)).join(', ')}</p>
              <p className="text-sm text-soft">
                {times.moment(new Date(session.created_at))}
                {' · '}
                {t('attempts', session.attempts)}
                {session.result && ` · ${levels(`${session.result.assurance}.title`)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {next_cursor && (
        <p className="mt-6">
          <Link href={`/company/verifications?${older}`} prefetch={false} className={buttonClass('outline')}>
            {t('older')}
          </Link>
        </p>
      )}
    </>
  )
}
