import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Wordmark } from '#components/ui/wordmark'
import { env } from '#lib/core/env'
import { type OutboxMail, readOutbox } from '#lib/mail/read-outbox'
import { browserTimes } from '../../_i18n/times'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('outbox'))('title') }
}

/** Mails that were "sent" on a developer's machine. There is no such page anywhere else. */
export default async function OutboxPage() {
  if (!env().EMBEDDED) notFound()
  const t = await getTranslations('outbox')
  const mails = await readOutbox()
  return (
    <div className="mx-auto min-h-dvh w-full max-w-3xl px-4 py-6 sm:px-6 sm:py-10">
      <header className="mb-8">
        <Link href="/" prefetch={false} className="inline-flex min-h-11 items-center rounded-lg">
          <Wordmark />
        </Link>
      </header>
      <main id="content">
        <h1>{t('title')}</h1>
        <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
        {mails.length === 0 && (
          <section className="rounded-card border border-dashed border-line-strong p-8 text-center">
            <h2>{t('emptyTitle')}</h2>
            <p className="mt-2 text-soft">{t('emptyBody')}</p>
          </section>
        )}
        <ol className="grid gap-5">
          {mails.map((mail) => (
            <Mail key={mail.id} mail={mail} />
          ))}
        </ol>
      </main>
    </div>
  )
}

async function Mail({ mail }: { mail: OutboxMail }) {
  const t = await getTranslations('outbox')
  const times = await browserTimes()
  return (
    <li className="min-w-0 rounded-card border border-line bg-surface p-5 sm:p-7">
      <div className="flex flex-wrap items-center gap-2">
        <Badge look={mail.deliveredAt ? 'good' : 'plain'}>{t(mail.deliveredAt ? 'delivered' : 'waiting')}</Badge>
        <Badge>{mail.kind}</Badge>
        <time dateTime={mail.createdAt.toISOString()} className="text-sm text-soft">
          {times.moment(mail.createdAt)}
        </time>
      </div>
      <h2 className="mt-3 wrap-anywhere">{mail.subject}</h2>
      <p className="mt-1 break-all text-sm text-soft">{t('to', { address: mail.to })}</p>
      <div className="mt-4 whitespace-pre-line wrap-anywhere border-t border-line pt-4 text-sm">
        <WithLinks text={mail.text} />
      </div>
    </li>
  )
}

/** The plain text as it was sent, its addresses clickable. */
function WithLinks({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/)
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <a key={part} href={part} className="inline-flex min-h-11 items-center break-all text-accent underline underline-offset-4">
        {part}
      </a>
    ) : (
      part
    ),
  )
}
