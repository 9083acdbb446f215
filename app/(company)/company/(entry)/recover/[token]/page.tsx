import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { passwordField } from '#components/ui/password-field'
import { readStaffRecovery } from '#lib/companies/recover-staff'
import { DeadLink } from '../../../../../(interaction)/_components/dead-link'
import { recoverAction } from '../../actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('companyEntry'))('recoverTitle') }
}

export default async function NewPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const t = await getTranslations('companyEntry')
  const register = await getTranslations('register')
  const found = await readStaffRecovery(token)
  if (!found) return <DeadLink to="/company/recover" action={t('recoverTitle')} />
  const field = passwordField('new', { label: t('password'), hint: register('passwordHint', { minimum: found.minimum }) })
  return (
    <>
      <h1 className="mb-6">{t('recoverTitle')}</h1>
      <ActionForm action={recoverAction} submit={t('save')} hidden={{ token }} fields={[field]} />
    </>
  )
}
