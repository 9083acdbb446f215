import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { answerAsMissing } from '#lib/core/page-status'

/** A mail link that was used, replaced or has expired, and the way to a new one. Answered with 404. */
export async function DeadLink({ to, action }: { to: string; action: string }) {
  answerAsMissing()
  const t = await getTranslations('mailLink')
  return (
    <>
      <h1>{t('deadTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('deadBody')}</p>
      <a href={to} className={buttonClass('outline')}>
        {action}
      </a>
    </>
  )
}
