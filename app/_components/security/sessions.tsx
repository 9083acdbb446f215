import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import type { Security } from '#lib/accounts/read-security'
import type { Times } from '#lib/i18n/times'
import { TimesIn } from '../times-in'

export type SessionActions = { endSession: (form: FormData) => Promise<never>; endOtherSessions: () => Promise<never> }

/** The town that a zone is named after. */
const placeOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** Where somebody is logged in: the browser, since when, its last visit, and how to end it. */
export async function Sessions({ sessions, times, endSession, endOtherSessions }: SessionActions & { sessions: Security['sessions']; times: Times }) {
  const t = await getTranslations('security')
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <li key={session.handle} className="flex flex-wrap items-center justify-between gap-x-4 py-3">
            <span>
              <span className="font-medium">{session.device ?? t('unknownDevice')}</span>
              <span className="block text-sm text-soft">
                {t('sessionSince', { date: times.moment(session.since) })}
                {session.withPasskey && ` · ${t('sessionPasskey')}`}
              </span>
              {(session.zone || session.isSameNetwork !== null) && !session.isThisOne && (
                <span className="block text-sm text-soft">
                  {[
                    session.zone && t('sessionZone', { place: placeOf(session.zone) }),
                    session.isSameNetwork !== null && t(session.isSameNetwork ? 'sessionSameNetwork' : 'sessionOtherNetwork'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              )}
              <span className="block text-sm text-soft">{t('sessionLastSeen', { date: times.moment(session.lastSeenAt) })}</span>
            </span>
            {session.isThisOne ? (
              <Badge look="good">{t('sessionThis')}</Badge>
            ) : (
              <form action={endSession} method="post">
                <Button type="submit" name="session" value={session.handle} look="quiet" className="text-sm">
                  {t('sessionEnd')}
                  <span className="sr-only">
                    {' '}
                    {session.device ?? t('unknownDevice')}, {t('sessionSince', { date: times.moment(session.since) })}
                  </span>
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <TimesIn times={times} />
      {sessions.length > 1 && (
        <form action={endOtherSessions} method="post" className="mt-5">
          <Button type="submit" look="outline">
            {t('sessionsEnd')}
          </Button>
        </form>
      )}
    </>
  )
}
