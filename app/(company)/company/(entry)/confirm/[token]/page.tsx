import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { passwordField } from '#components/ui/password-field'
import { readStaffConfirmation } from '#lib/companies/confirm-staff'
import { readBrowserSecret } from '#lib/session/browser-secret'
import { DeadLink } from '../../../../../(interaction)/_components/dead-link'
import { confirmAction } from '../../actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('companyEntry'))('confirmTitle') }
}

/** Opening the link changes nothing: mail scanners open links too. */
export default async function ConfirmPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const t = await getTranslations('companyEntry')
  const found = await readStaffConfirmation(token, await readBrowserSecret('company-registration'))
  if (!found) return <DeadLink to="/company/login" action={t('logIn')} />
  return (
    <>
      <h1>{t('confirmTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{t(found.needsPassword ? 'confirmPassword' : 'confirmBody')}</p>
      <ActionForm
        action={confirmAction}
        submit={t('confirm')}
        hidden={{ token }}
        fields={found.needsPassword ? [passwordField('current', { label: t('password') })] : []}
      />
    </>
  )
}
