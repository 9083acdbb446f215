import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Empty } from '#components/ui/empty'
import { Done } from '#components/ui/panel'
import { listHeldMails } from '#lib/relay/held/held-mail'
import { requireUser } from '#lib/session/user-session'
import { personTimes } from '../../../../_i18n/times'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('heldMail'))('title') }
}

/** Mail that waits until its person has looked at it. */
export default async function HeldMailPage({ searchParams }: { searchParams: Promise<{ done?: string }> }) {
  const session = await requireUser('/account/aliases/held')
  const { done } = await searchParams
  const t = await getTranslations('heldMail')
  const times = await personTimes()
  const mails = await listHeldMails(session.userId)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {(done === 'released' || done === 'discarded') && <Done>{t(`done.${done}`)}</Done>}
      {mails.length === 0 ? (
        <Empty title={t('emptyTitle')} body={t('emptyBody')} />
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {mails.map((mail) => (
            <li key={`${mail.id}/${mail.appId}`}>
              <Link href={`/account/aliases/held/${mail.id}?app=${mail.appId}`} prefetch={false} className="block px-5 py-4 hover:bg-sunken sm:px-6">
                <span className="block font-medium wrap-anywhere">{mail.subject || t('noSubject')}</span>
                <span className="block text-sm text-soft wrap-anywhere">
                  {mail.from} · {mail.appName} · {times.moment(mail.at)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
