import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Panel } from '#components/ui/panel'
import { listActivity } from '#lib/users/activity/list-activity'
import { ActivityLines } from './activity-lines'

const SHOWN = 3

/** What happened last, so that something strange is seen by whoever comes for something else. */
export async function LastActivity({ userId }: { userId: string }) {
  const t = await getTranslations('activity')
  const { events } = await listActivity(userId, undefined)
  if (events.length === 0) return null
  return (
    <Panel title={t('lastTitle')}>
      <ActivityLines events={events.slice(0, SHOWN)} />
      <Link
        href="/account/activity"
        prefetch={false}
        className="mt-2 inline-flex min-h-11 items-center text-accent underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {t('all')}
      </Link>
    </Panel>
  )
}
