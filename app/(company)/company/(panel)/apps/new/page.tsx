import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { may } from '#lib/companies/permissions'
import { requireStaff } from '#lib/session/staff-session'
import { ClientTexts } from '../../../../../_i18n/client-texts'
import { FORM_FIELDS } from '../../_components/form-fields'
import { KeptForm } from '../../_components/kept-form'
import { onceTexts } from '../../_components/once-texts'
import { formFrame } from '../form-frame'
import { NewApp } from './new-app'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('appForm'))('title') }
}

export default async function NewAppPage() {
  const session = await requireStaff('/company/apps/new')
  if (!may(session, 'apps.manage')) notFound()
  return (
    <ClientTexts of={['appForm', 'appCreated', 'appLinks', 'scopes', 'consent']}>
      <NewApp
        {...(await formFrame(session, null))}
        kept={<KeptForm staff={session} path="/company/apps/new" fields={FORM_FIELDS.app} />}
        once={await onceTexts()}
      />
    </ClientTexts>
  )
}
