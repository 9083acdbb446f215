import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { Empty } from '#components/ui/empty'
import { LinkPending } from '#components/ui/link-pending'
import { Pager } from '#components/ui/pager'
import { findAppsBy, listApps, suspendedAmong } from '#lib/apps/read-apps'
import { asFind } from '#lib/apps/read-choices'
import { may } from '#lib/companies/permissions'
import { actorOf, requireStaff } from '#lib/session/staff-session'
import { FindField } from '../_components/app-choice'
import { orFirstPage } from '../_components/or-first-page'
import { AppBadges } from './_components/app-badges'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('apps'))('title') }
}

const PAGE_SIZE = 25

export default async function AppsPage({ searchParams }: { searchParams: Promise<{ cursor?: string | string[]; find?: string | string[] }> }) {
  const session = await requireStaff('/company/apps')
  const t = await getTranslations('apps')
  const { cursor, find: text } = await searchParams
  const find = asFind(text)
  const after = typeof cursor === 'string' ? cursor : undefined
  const apps =
    find === ''
      ? { ...(await listApps(actorOf(session), { limit: PAGE_SIZE, cursor: after }).catch(orFirstPage('/company/apps', after))), isMore: false }
      : { ...(await findAppsBy(actorOf(session), find)), next_cursor: null }
  const suspended = await suspendedAmong(
    actorOf(session),
    apps.data.map(({ id }) => id),
  )
  const newApp = may(session, 'apps.manage') && (
    <Link href="/company/apps/new" prefetch={false} className={buttonClass()}>
      {t('new')}
      <LinkPending />
    </Link>
  )
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1>{t('title')}</h1>
          <p className="mt-3 text-soft">{t('lead')}</p>
        </div>
        {(apps.data.length > 0 || find !== '') && newApp}
      </div>
      {(find !== '' || after || apps.next_cursor) && <Find find={find} count={apps.data.length} isMore={apps.isMore} />}
      {apps.data.length === 0 && find === '' && (
        <Empty title={t('emptyTitle')} body={t(newApp ? 'emptyBody' : 'emptyForReaders')}>
          {newApp}
        </Empty>
      )}
      <ul className="grid gap-3">
        {apps.data.map((app) => (
          <li key={app.id} className="relative rounded-card border border-line bg-surface p-5 transition-colors hover:border-line-strong">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <h2 className="min-w-0">
                {/* The whole card leads to the app. */}
                <Link href={`/company/apps/${app.id}`} prefetch={false} className="after:absolute after:inset-0 after:rounded-card">
                  {app.name}
                  <LinkPending />
                </Link>
              </h2>
              <AppBadges app={app} isSuspended={suspended.has(app.id)} />
            </div>
            <p className="mt-1.5 break-all font-mono text-sm text-soft">{app.client_id}</p>
          </li>
        ))}
      </ul>
      <Pager href="/company/apps" cursor={find === '' ? after : undefined} next={apps.next_cursor} texts={{ first: t('first'), more: t('more') }} />
    </>
  )
}

/** Where there are more apps than one page shows. */
async function Find({ find, count, isMore }: { find: string; count: number; isMore: boolean }) {
  const t = await getTranslations('appChoice')
  return (
    <form method="get" action="/company/apps" className="mb-6 flex flex-wrap items-start gap-3">
      <div className="min-w-40 flex-1 sm:max-w-96">
        <FindField find={find} hint={find === '' ? t('byWhat') : t(isMore ? 'listedMore' : 'listed', { count })} />
      </div>
      <div className="flex flex-wrap gap-3 pt-[1.625rem]">
        <Button type="submit" look="outline">
          {t('findButton')}
        </Button>
        {find !== '' && (
          <Link href="/company/apps" prefetch={false} className={buttonClass('quiet')}>
            {t('all')}
          </Link>
        )}
      </div>
    </form>
  )
}
