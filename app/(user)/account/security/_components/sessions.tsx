import { getFormatter, getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import type { readSecurity } from '#lib/users/account/read-security'
import { endOtherSessionsAction } from '../actions'

type Sessions = Awaited<ReturnType<typeof readSecurity>>['sessions']

export async function Sessions({ sessions }: { sessions: Sessions }) {
  const t = await getTranslations('security')
  const format = await getFormatter()
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <li key={`${session.since.getTime()} ${session.lastSeenAt.getTime()}`} className="flex flex-wrap items-center justify-between gap-x-4 py-3">
            <span>
              <span className="font-medium">{session.device ?? t('unknownDevice')}</span>
              <span className="block text-sm text-soft">
                {t('sessionSince', { date: format.dateTime(session.since, { dateStyle: 'medium', timeStyle: 'short' }) })}
                {session.withPasskey && ` · ${t('sessionPasskey')}`}
              </span>
            </span>
            {session.isThisOne && <Badge look="good">{t('sessionThis')}</Badge>}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <form action={endOtherSessionsAction} method="post" className="mt-5">
          <Button type="submit" look="outline">
            {t('sessionsEnd')}
          </Button>
        </form>
      )}
    </>
  )
}
