import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { passwordField } from '#components/ui/password-field'
import { readBrowserSecret } from '#lib/session/browser-secret'
import { readConfirmation } from '#lib/users/confirm-email'
import { DeadLink } from '../../_components/dead-link'
import { confirmAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('confirm'))('title') }
}

/** Opening the link changes nothing, because mail scanners open links too; the button does. */
export default async function ConfirmPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const t = await getTranslations('confirm')
  const login = await getTranslations('login')
  const found = await readConfirmation(token, await readBrowserSecret('registration'))
  if (!found) return <DeadLink to="/register" action={login('register')} />
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t(found.needsPassword ? 'leadPassword' : 'lead')}</p>
      <ActionForm
        action={confirmAction}
        submit={t('submit')}
        hidden={{ token }}
        fields={found.needsPassword ? [passwordField('current', { label: login('password') })] : []}
      />
    </>
  )
}
