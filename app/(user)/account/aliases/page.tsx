import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Empty } from '#components/ui/empty'
import { Notice } from '#components/ui/notice'
import { Done } from '#components/ui/panel'
import { readTraffic } from '#lib/relay/panel/read-traffic'
import { readTestMail } from '#lib/relay/panel/test-mail'
import { readSenders } from '#lib/relay/senders/senders'
import { requireUser } from '#lib/session/user-session'
import { listAliases } from '#lib/users/aliases/switch-alias'
import { AliasCard } from './_components/alias-card'
import { MailboxInDoubt } from './_components/mailbox-in-doubt'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('aliases'))('title') }
}

/** What an action just did, by the word it puts into the address. */
const DONE = { off: 'switchedOff', on: 'switchedOn', resumed: 'resumed', blocked: 'blockedDone', unblocked: 'unblockedDone' } as const

const isDone = (word: unknown): word is keyof typeof DONE => typeof word === 'string' && Object.hasOwn(DONE, word)

export default async function AliasesPage({
  searchParams,
}: {
  searchParams: Promise<{ done?: string; test?: string; senders?: string | string[] }>
}) {
  const session = await requireUser('/account/aliases')
  const { done, test, senders: shownSenders } = await searchParams
  const t = await getTranslations('aliases')
  const aliases = await listAliases(session.userId)
  const { byApp, isMailboxInDoubt } = await readTraffic(session.userId)
  const senders = await readSenders(session.userId)
  const testMail = typeof test === 'string' ? await readTestMail(test, session.userId) : null
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {isDone(done) && <Done>{t(DONE[done])}</Done>}
      {done === 'not-shared' && (
        <div className="mb-6">
          <Notice look="danger">{t('testNotShared')}</Notice>
        </div>
      )}
      {isMailboxInDoubt && <MailboxInDoubt userId={session.userId} />}
      {aliases.length === 0 ? (
        <Empty title={t('emptyTitle')} body={t('emptyBody')} />
      ) : (
        <ul className="grid gap-4">
          {aliases.map((alias) => (
            <AliasCard
              key={alias.appId}
              alias={alias}
              traffic={byApp.get(alias.appId)}
              senders={senders.get(alias.appId) ?? []}
              isSendersOpen={shownSenders === alias.appId}
              testMail={testMail?.appId === alias.appId ? testMail : null}
            />
          ))}
        </ul>
      )}
    </>
  )
}
