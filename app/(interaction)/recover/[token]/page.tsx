import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { passwordField } from '#components/ui/password-field'
import { readRecovery } from '#lib/users/recover'
import { DeadLink } from '../../_components/dead-link'
import { recoverAction } from '../actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('recover'))('newTitle') }
}

export default async function NewPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const t = await getTranslations('recover')
  const register = await getTranslations('register')
  const found = await readRecovery(token)
  if (!found) return <DeadLink to="/recover" action={t('again')} />
  return (
    <>
      <h1>{t('newTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('newLead')}</p>
      <ActionForm
        action={recoverAction}
        submit={t('save')}
        hidden={{ token }}
        fields={[passwordField('new', { label: t('newPassword'), autoFocus: true, hint: register('passwordHint', { minimum: found.minimum }) })]}
      />
    </>
  )
}
