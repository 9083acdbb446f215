import { getFormatter, getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import type { Security } from '#lib/accounts/read-security'

export type SessionActions = { endSession: (form: FormData) => Promise<never>; endOtherSessions: () => Promise<never> }

/** Where somebody is logged in: the browser, since when, its last visit, and how to end it. */
export async function Sessions({ sessions, endSession, endOtherSessions }: SessionActions & { sessions: Security['sessions'] }) {
  const t = await getTranslations('security')
  const format = await getFormatter()
  const when = (date: Date) => format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <li key={session.handle} className="flex flex-wrap items-center justify-between gap-x-4 py-3">
            <span>
              <span className="font-medium">{session.device ?? t('unknownDevice')}</span>
              <span className="block text-sm text-soft">
                {t('sessionSince', { date: when(session.since) })}
                {session.withPasskey && ` · ${t('sessionPasskey')}`}
              </span>
              <span className="block text-sm text-soft">{t('sessionLastSeen', { date: when(session.lastSeenAt) })}</span>
            </span>
            {session.isThisOne ? (
              <Badge look="good">{t('sessionThis')}</Badge>
            ) : (
              <form action={endSession} method="post">
                <Button type="submit" name="session" value={session.handle} look="quiet" className="text-sm">
                  {t('sessionEnd')}
                  <span className="sr-only"> {session.device ?? t('unknownDevice')}</span>
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
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
