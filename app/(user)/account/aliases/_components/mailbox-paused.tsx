import { getFormatter, getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { env } from '#lib/core/env'
import { resumeMailboxAction } from '../actions'

/** Why nothing is forwarded, and the way on. */
export async function MailboxPaused({ since }: { since: Date }) {
  const t = await getTranslations('aliases')
  const format = await getFormatter()
  return (
    <section className="mb-6 rounded-card bg-warn-wash p-5 sm:p-6" aria-labelledby="mailbox-paused">
      <h2 id="mailbox-paused">{t('pausedTitle')}</h2>
      <p className="mt-2">{t('pausedBody', { date: format.dateTime(since, { dateStyle: 'long' }), domain: env().ALIAS_DOMAIN })}</p>
      <form action={resumeMailboxAction} method="post" className="mt-4">
        <Button type="submit">{t('resume')}</Button>
      </form>
    </section>
  )
}
