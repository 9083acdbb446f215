import { MailOpen } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { env } from '#lib/core/env'

/** The same words whether there is such an account or not. */
export async function CheckMail({ title, body }: { title: string; body: string }) {
  const t = await getTranslations('login')
  return (
    <div role="status">
      <MailOpen size={36} strokeWidth={1.5} aria-hidden="true" className="mb-5 text-accent" />
      <h1>{title}</h1>
      <p className="mb-6 mt-3 text-soft">{body}</p>
      <div className="flex flex-wrap gap-3">
        <a href="/login" className={buttonClass('outline')}>
          {t('title')}
        </a>
        {env().EMBEDDED && (
          <a href="/dev/outbox" className={buttonClass('quiet')}>
            {t('outbox')}
          </a>
        )}
      </div>
    </div>
  )
}
