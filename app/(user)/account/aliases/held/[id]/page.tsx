import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { readHeldMail } from '#lib/relay/held/held-mail'
import { requireUser } from '#lib/session/user-session'
import { personTimes } from '../../../../../_i18n/times'
import { decideHeldMailAction } from '../../actions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ app?: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('heldMail'))('title') }
}

/** A held mail as text: nothing of it is loaded, linked or run. */
export default async function HeldMailPage({ params, searchParams }: Props) {
  const session = await requireUser('/account/aliases/held')
  const { id } = await params
  const { app } = await searchParams
  const mail = typeof app === 'string' ? await readHeldMail(session.userId, id, app) : null
  if (!mail) notFound()
  const t = await getTranslations('heldMail')
  const times = await personTimes()
  const facts: [string, string][] = [
    [t('from'), mail.from],
    [t('alias'), mail.appName],
    [t('at'), times.moment(mail.at)],
    [t('until'), times.longDay(mail.until)],
  ]
  return (
    <>
      <p className="mb-2">
        <Link href="/account/aliases/held" className={buttonClass('quiet')}>
          {t('back')}
        </Link>
      </p>
      <h1 className="wrap-anywhere">{mail.subject || t('noSubject')}</h1>
      <p className="mt-3 text-soft">{t(`why.${mail.why}`, { app: mail.appName })}</p>
      <dl className="mt-6 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-soft">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-label={t('text')} className="mt-6 rounded-card border border-line bg-surface p-5 whitespace-pre-wrap wrap-anywhere sm:p-6">
        {mail.text || t('noText')}
        {mail.isCut && '…'}
      </section>
      {mail.attachments.length > 0 && (
        <section className="mt-4 text-sm">
          <h2 className="text-base">{t('attachments')}</h2>
          <ul className="mt-1 list-disc pl-5 wrap-anywhere">
            {mail.attachments.map(({ name, type }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and the list never changes
              <li key={index}>{name || type}</li>
            ))}
          </ul>
        </section>
      )}
      <form action={decideHeldMailAction} method="post" className="sticky bottom-0 mt-5 flex flex-wrap gap-3 bg-ground py-3">
        <input type="hidden" name="app_id" value={mail.appId} />
        <input type="hidden" name="mail" value={mail.id} />
        <Button type="submit" name="decision" value="release">
          {t('release')}
        </Button>
        <Button type="submit" name="decision" value="discard" look="outline">
          {t('discard')}
        </Button>
      </form>
    </>
  )
}
