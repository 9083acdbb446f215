import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Notice } from '#components/ui/notice'
import type { Waiting } from '#lib/users/recovery/store'
import { personTimes } from '../../../../_i18n/times'
import { Unfold } from '../../../_components/unfold'
import { beginRecoveryAction, finishRecoveryAction } from '../recovery-actions'

/** The way back for whoever has no second factor any more, below the field for one. @param waiting since a document was shown */
export async function LostFactor({ waiting }: { waiting: Waiting | null }) {
  const t = await getTranslations('lostFactor')
  return (
    <div className="mt-8">
      {waiting ? (
        <div className="border-t border-line pt-6">
          <WaitingTime waiting={waiting} />
        </div>
      ) : (
        <Unfold summary={t('title')}>
          <p className="mb-4 mt-1 text-soft">{t('lead')}</p>
          <ActionForm action={beginRecoveryAction} submit={t('begin')} look="outline" />
        </Unfold>
      )}
    </div>
  )
}

/** The same as a page of its own, for whoever said so before. */
export async function LostAccount({ waiting }: { waiting: Waiting | null }) {
  const t = await getTranslations('lostFactor')
  return (
    <>
      <h1>{t('pageTitle')}</h1>
      <div className="mt-4">
        {waiting ? (
          <WaitingTime waiting={waiting} />
        ) : (
          <>
            <p className="mb-6 text-soft">{t('lead')}</p>
            <ActionForm action={beginRecoveryAction} submit={t('begin')} />
          </>
        )}
      </div>
    </>
  )
}

async function WaitingTime({ waiting }: { waiting: Waiting }) {
  const t = await getTranslations('lostFactor')
  if (!waiting.is_due) return <Notice>{t('waiting', { date: (await personTimes()).namedMoment(waiting.due_at) })}</Notice>
  return (
    <div className="grid gap-4">
      <Notice>{t('due')}</Notice>
      <ActionForm action={finishRecoveryAction} submit={t('finish')} />
    </div>
  )
}
