import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { Empty } from '#components/ui/empty'
import { Notice } from '#components/ui/notice'
import { Done } from '#components/ui/panel'
import { isTest } from '#lib/core/environment'
import { listHeldMails } from '#lib/relay/held/held-mail'
import { readTraffic } from '#lib/relay/panel/read-traffic'
import { readTestMail } from '#lib/relay/panel/test-mail'
import { readSenders } from '#lib/relay/senders/senders'
import { requireUser } from '#lib/session/user-session'
import { listAliases } from '#lib/users/aliases/switch-alias'
import { AliasCard } from './_components/alias-card'
import { HeldNotice } from './_components/held-notice'
import { MailboxInDoubt } from './_components/mailbox-in-doubt'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('aliases'))('title') }
}

/** What an action just did, by the word it puts into the address. */
const DONE = {
  off: 'switchedOff',
  on: 'switchedOn',
  resumed: 'resumed',
  blocked: 'blockedDone',
  unblocked: 'unblockedDone',
  chosen: 'chosenDone',
} as const

const isDone = (word: unknown): word is keyof typeof DONE => typeof word === 'string' && Object.hasOwn(DONE, word)

export default async function AliasesPage({
  searchParams,
}: {
  searchParams: Promise<{ done?: string; test?: string; senders?: string | string[] }>
}) {
  const session = await requireUser('/account/aliases')
  const { done, test, senders: shownSenders } = await searchParams
  const t = await getTranslations('aliases')
  const replies = await getTranslations('replies')
  const aliases = await listAliases(session.userId)
  const { byApp, isMailboxInDoubt } = await readTraffic(session.userId)
  const senders = await readSenders(session.userId)
  const held = await listHeldMails(session.userId)
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
      {held.length > 0 && <HeldNotice count={held.length} />}
      {isMailboxInDoubt && <MailboxInDoubt userId={session.userId} />}
      {aliases.length === 0 ? (
        <Empty title={t('emptyTitle')} body={t('emptyBody')} />
      ) : (
        <ul className="grid gap-4">
          {aliases.map((alias) => (
            <AliasCard
              key={alias.appId}
              alias={alias}
              isInTest={isTest(session.environment)}
              traffic={byApp.get(alias.appId)}
              senders={senders.get(alias.appId) ?? []}
              isSendersOpen={shownSenders === alias.appId}
              testMail={testMail?.appId === alias.appId ? testMail : null}
            />
          ))}
        </ul>
      )}
      {aliases.length > 0 && (
        <Link href="/account/aliases/replies" prefetch={false} className={buttonClass('quiet', 'mt-6')}>
          {replies('link')}
        </Link>
      )}
    </>
  )
}
