import { getFormatter, getTranslations } from 'next-intl/server'
import type { MESSAGES } from '#lib/i18n/messages'
import { isScope } from '#lib/scopes/catalog'
import type { listActivity } from '#lib/users/activity/list-activity'
import { personTimes } from '../../../_i18n/times'

type Known = keyof (typeof MESSAGES)['en']['activity']['actions']
type Event = Awaited<ReturnType<typeof listActivity>>['events'][number]

/** Lines of a history: what, with what, and when. */
export async function ActivityLines({ events }: { events: Event[] }) {
  const t = await getTranslations('activity')
  const scopes = await getTranslations('scopes')
  const format = await getFormatter()
  const times = await personTimes()
  const key = (action: string) => action.replace('.', '_') as Known
  return (
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
            {event.device && <span className="block text-sm font-normal text-soft">{t('with', { device: event.device })}</span>}
          </span>
          <time dateTime={event.at.toISOString()} className="text-sm text-soft">
            {times.moment(event.at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
