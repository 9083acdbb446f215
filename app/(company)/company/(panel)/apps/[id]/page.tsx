import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import { Done } from '#components/ui/panel'
import { may } from '#lib/companies/permissions'
import { ClientTexts } from '../../../../../_i18n/client-texts'
import { FORM_FIELDS } from '../../_components/form-fields'
import { KeptForm } from '../../_components/kept-form'
import { draftOf } from '../_components/app-draft'
import { formFrame } from '../form-frame'
import { requireOwnApp } from '../own-app'
import { AppStatusPanel } from './app-status-panel'
import { LogoPanel } from './logo-panel'
import { MailDomains } from './mail-domains'
import { SaveApp } from './save-app'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ done?: string; confirm?: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { app } = await requireOwnApp((await params).id)
  return { title: `${(await getTranslations('appTabs'))('settings')} · ${app.name}` }
}

export default async function AppSettingsPage({ params, searchParams }: Props) {
  const { session, app, isSuspended } = await requireOwnApp((await params).id)
  const { done, confirm } = await searchParams
  const t = await getTranslations('appSettings')
  const canManage = may(session, 'apps.manage')
  const logoPath = app.logo_uri && new URL(app.logo_uri).pathname
  const logo = await getTranslations('appLogo')
  const domains = await getTranslations('mailDomains')
  return (
    <>
      {isSuspended && (
        <div className="mb-6">
          <Notice look="danger">{t('isSuspended')}</Notice>
        </div>
      )}
      {!canManage && (
        <div className="mb-6">
          <Notice>{t('readOnly')}</Notice>
        </div>
      )}
      {(done === 'saved' || done === 'active' || done === 'inactive') && <Done>{t(`done.${done}`)}</Done>}
      {(done === 'logo' || done === 'no-logo') && <Done>{logo(done === 'logo' ? 'saved' : 'removed')}</Done>}
      {(done === 'domain-added' || done === 'domain-removed') && <Done>{domains(done === 'domain-added' ? 'added' : 'removed')}</Done>}
      <ClientTexts of={['appForm', 'appSettings', 'appLinks', 'scopes', 'consent']}>
        <SaveApp
          key={app.updated_at}
          id={app.id}
          draft={draftOf(app)}
          isReadOnly={!canManage}
          {...(await formFrame(session, app.id, logoPath))}
          kept={<KeptForm staff={session} path={`/company/apps/${app.id}`} fields={FORM_FIELDS.app} />}
        />
      </ClientTexts>
      <LogoPanel app={{ id: app.id, name: app.name, logoPath }} canManage={canManage} />
      <MailDomains app={app} canManage={canManage} />
      <AppStatusPanel app={app} isSuspended={isSuspended} canManage={canManage} isConfirming={confirm === 'inactive'} />
    </>
  )
}
