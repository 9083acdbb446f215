import type { Metadata } from 'next'
import Link from 'next/link'
import { getFormatter, getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { Empty } from '#components/ui/empty'
import type { MESSAGES } from '#lib/i18n/messages'
import { isScope } from '#lib/scopes/catalog'
import { requireUser } from '#lib/session/user-session'
import { listActivity } from '#lib/users/activity/list-activity'
import { TimesIn } from '../../../_components/times-in'
import { personTimes } from '../../../_i18n/times'

type Known = keyof (typeof MESSAGES)['en']['activity']['actions']

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('activity'))('title') }
}

export default async function ActivityPage({ searchParams }: { searchParams: Promise<{ before?: string | string[] }> }) {
  const session = await requireUser('/account/activity')
  const { before } = await searchParams
  const t = await getTranslations('activity')
  const scopes = await getTranslations('scopes')
  const format = await getFormatter()
  const times = await personTimes()
  const { events, next } = await listActivity(session.userId, typeof before === 'string' ? before : undefined)
  const key = (action: string) => action.replace('.', '_') as Known
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {events.length === 0 && <Empty title={t('emptyTitle')} body={t('emptyBody')} />}
      <ol className="divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="flex flex-wrap items-baseline justify-between gap-x-6 py-3.5">
            <span className="min-w-0 break-words font-medium">
              {t.has(`actions.${key(event.action)}`) ? t(`actions.${key(event.action)}`, { app: event.appName ?? t('goneApp') }) : event.action}
              {event.scopes.length > 0 && (
                <span className="block text-sm font-normal text-soft">
                  {format.list(event.scopes.filter(isScope).map((scope) => scopes(`${scope}.title`)))}
                </span>
              )}
            </span>
            <time dateTime={event.at.toISOString()} className="text-sm text-soft">
              {times.moment(event.at)}
            </time>
          </li>
        ))}
      </ol>
      {events.length > 0 && <TimesIn times={times} />}
      <div className="mt-6 flex flex-wrap gap-3">
        {before !== undefined && (
          <Link href="/account/activity" prefetch={false} className={buttonClass('outline')}>
            {t('newest')}
          </Link>
        )}
        {next && (
          <Link href={`/account/activity?before=${next}`} prefetch={false} className={buttonClass('outline')}>
            {t('older')}
          </Link>
        )}
      </div>
    </>
  )
}
