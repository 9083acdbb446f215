import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { Empty } from '#components/ui/empty'
import { Select } from '#components/ui/select'
import { requireUser } from '#lib/session/user-session'
import { ACTIVITY_KINDS, type ActivityKind, readActivityKind } from '#lib/users/activity/kinds'
import { listActivity } from '#lib/users/activity/list-activity'
import { TimesIn } from '../../../_components/times-in'
import { personTimes } from '../../../_i18n/times'
import { ActivityLines } from '../_components/activity-lines'

const KINDS = Object.keys(ACTIVITY_KINDS) as ActivityKind[]

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('activity'))('title') }
}

export default async function ActivityPage({ searchParams }: { searchParams: Promise<{ before?: string | string[]; show?: string | string[] }> }) {
  const session = await requireUser('/account/activity')
  const { before, show } = await searchParams
  const t = await getTranslations('activity')
  const kind = readActivityKind(typeof show === 'string' ? show : undefined)
  const { events, next } = await listActivity(session.userId, typeof before === 'string' ? before : undefined, kind)
  const page = (at?: string) => `/account/activity?${new URLSearchParams({ ...(kind && { show: kind }), ...(at && { before: at }) })}`
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
      <search className="mb-4 block">
        <form method="get" action="/account/activity" className="flex flex-wrap items-end gap-3">
          <div className="min-w-48 flex-1 sm:max-w-72">
            <Select
              label={t('show')}
              name="show"
              defaultValue={kind ?? ''}
              options={[['', t('kinds.everything')], ...KINDS.map((each) => [each, t(`kinds.${each}`)] as const)]}
            />
          </div>
          <Button type="submit" look="outline">
            {t('showGo')}
          </Button>
        </form>
      </search>
      {events.length === 0 && kind === null && <Empty title={t('emptyTitle')} body={t('emptyBody')} />}
      {events.length === 0 && kind !== null && <p role="status">{t('nothingOfThat')}</p>}
      <ActivityLines events={events} />
      {events.length > 0 && <TimesIn times={await personTimes()} />}
      <div className="mt-6 flex flex-wrap gap-3">
        {before !== undefined && (
          <Link href={page()} prefetch={false} className={buttonClass('outline')}>
            {t('newest')}
          </Link>
        )}
        {next && (
          <Link href={page(next)} prefetch={false} className={buttonClass('outline')}>
            {t('older')}
          </Link>
        )}
      </div>
    </>
  )
}
