import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { isVeto } from '#lib/users/recovery/finish-recovery'
import { DeadLink } from '../../_components/dead-link'
import { vetoAction } from '../../login/verify/recovery-actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('lostFactor'))('vetoTitle') }
}

/** Opening the link stops nothing, because mail scanners open links too; the button does. */
export default async function VetoPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const t = await getTranslations('lostFactor')
  if (!(await isVeto(token))) return <DeadLink to="/recover" action={t('toRecovery')} />
  return (
    <>
      <h1>{t('vetoTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('vetoLead')}</p>
      <ActionForm action={vetoAction} submit={t('vetoGo')} hidden={{ token }} />
    </>
  )
}
