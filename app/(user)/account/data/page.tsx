import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { buttonClass } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { Panel } from '#components/ui/panel'
import { requireUser } from '#lib/session/user-session'
import { readFrozenUntil } from '#lib/users/account/read-account'
import { GRACE_DAYS } from '#lib/users/account/request-deletion'
import { personTimes } from '../../../_i18n/times'
import { deleteAccountAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('data'))('title') }
}

export default async function DataPage() {
  const session = await requireUser('/account/data')
  const t = await getTranslations('data')
  const frozen = await readFrozenUntil(session.userId)
  if (frozen) {
    const date = (await personTimes()).namedMoment(frozen)
    return (
      <>
        <h1>{t('title')}</h1>
        <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
        <Notice>{t('frozen', { date })}</Notice>
      </>
    )
  }
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      <div className="grid gap-5">
        <Panel title={t('exportTitle')} lead={t('exportLead')}>
          <a href="/account/data/export" className={buttonClass('outline')}>
            <Download size={18} aria-hidden="true" />
            {t('export')}
          </a>
        </Panel>
        <Panel title={t('deleteTitle')} lead={t('deleteLead', { days: GRACE_DAYS })}>
          <details className="print:hidden">
            <summary className={buttonClass('danger', 'list-none [&::-webkit-details-marker]:hidden')}>{t('delete')}</summary>
            <div className="mt-5 rounded-xl bg-danger-wash p-5">
              <p className="mb-4 text-sm">{t('deleteConfirm', { days: GRACE_DAYS })}</p>
              <ActionForm
                action={deleteAccountAction}
                submit={t('deleteForGood')}
                look="danger"
                fields={[{ label: t('typeEmail'), name: 'email', type: 'email', autoComplete: 'off', required: true, maxLength: 254 }]}
              />
            </div>
          </details>
        </Panel>
      </div>
    </>
  )
}
