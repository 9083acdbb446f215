import { ChevronDown } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Notice } from '#components/ui/notice'
import { readBrowserSecret } from '#lib/session/browser-secret'
import { readWaiting } from '#lib/users/recovery/finish-recovery'
import { personTimes } from '../../../../_i18n/times'
import { beginRecoveryAction, finishRecoveryAction } from '../recovery-actions'

/** The way back for whoever has the password and no second factor any more: by the account's document, after a waiting time. */
export async function LostFactor() {
  const t = await getTranslations('lostFactor')
  const waiting = await readWaiting(await readBrowserSecret('second-factor'))
  if (waiting?.is_due) {
    return (
      <section className="mt-8 grid gap-4 border-t border-line pt-6">
        <Notice>{t('due')}</Notice>
        <ActionForm action={finishRecoveryAction} submit={t('finish')} />
      </section>
    )
  }
  if (waiting) {
    return (
      <section className="mt-8 border-t border-line pt-6">
        <Notice>{t('waiting', { date: (await personTimes()).namedMoment(waiting.due_at) })}</Notice>
      </section>
    )
  }
  return (
    <details className="group mt-8 border-t border-line pt-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-lg font-semibold [&::-webkit-details-marker]:hidden">
        {t('title')}
        <ChevronDown size={18} aria-hidden="true" className="shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <p className="mb-4 mt-1 text-soft">{t('lead')}</p>
      <ActionForm action={beginRecoveryAction} submit={t('begin')} look="outline" />
    </details>
  )
}
