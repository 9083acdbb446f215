import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Empty } from '#components/ui/empty'
import { listReplies } from '#lib/relay/reply/list-replies'
import { requireUser } from '#lib/session/user-session'
import { personTimes } from '../../../../_i18n/times'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('replies'))('title') }
}

const LOOKS = { waiting: undefined, sent: 'good', failed: 'warn', refused: 'warn' } as const

const stateOf = (state: string): keyof typeof LOOKS => (Object.hasOwn(LOOKS, state) ? (state as keyof typeof LOOKS) : 'waiting')

/** What a person answered from their aliases, and what was taken out of it. */
export default async function RepliesPage() {
  const session = await requireUser('/account/aliases/replies')
  const t = await getTranslations('replies')
  const faults = await getTranslations('mailFacts.replyFaults')
  const times = await personTimes()
  const replies = await listReplies(session.userId)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {replies.length === 0 ? (
        <Empty title={t('emptyTitle')} body={t('emptyBody')} />
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {replies.map(({ id, to, appName, at, state, problem, changes }) => (
            <li key={id} className="px-5 py-4 sm:px-6">
              <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="font-medium wrap-anywhere">{to}</span>
                <Badge look={LOOKS[stateOf(state)]}>{t(`states.${stateOf(state)}`)}</Badge>
              </p>
              <p className="text-sm text-soft">
                {t('from', { app: appName })} · {times.moment(at)}
                {stateOf(state) === 'failed' && problem && ` · ${problem}`}
              </p>
              <p className="mt-1 text-sm first-letter:uppercase">
                {problem && faults.has(problem as never)
                  ? faults(problem as never)
                  : changes.addresses + changes.names + changes.files === 0
                    ? t('nothing')
                    : t('changed', changes)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
