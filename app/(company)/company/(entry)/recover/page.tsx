import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { emailField } from '#components/ui/email-field'
import { Notice } from '#components/ui/notice'
import { OutboxLink } from '../../../../_components/outbox-link'
import { askRecoveryAction } from '../actions'

export default async function RecoverPage({ searchParams }: { searchParams: Promise<{ sent?: string }> }) {
  const t = await getTranslations('companyEntry')
  const isSent = Boolean((await searchParams).sent)
  return (
    <div className="grid gap-5">
      <h1>{t('recoverTitle')}</h1>
      {isSent && <Notice>{t('sentBody')}</Notice>}
      <p className="text-soft">{t('recoverLead')}</p>
      <ActionForm action={askRecoveryAction} submit={t('sendLink')} fields={[emailField({ label: t('email') })]} />
      {isSent && <OutboxLink />}
    </div>
  )
}
