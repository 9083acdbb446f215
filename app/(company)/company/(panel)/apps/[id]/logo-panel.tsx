import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Button } from '#components/ui/button'
import { Panel } from '#components/ui/panel'
import { AppMark } from '../../../../../_components/app-logo'
import { removeLogoAction, uploadLogoAction } from '../logo-actions'

/** The picture that people see beside the name, and a way to give another one. */
export async function LogoPanel({ app, canManage }: { app: { id: string; name: string; logoPath: string | null }; canManage: boolean }) {
  const t = await getTranslations('appLogo')
  return (
    <div className="mt-10">
      <Panel id="app-logo" title={t('title')} lead={t('lead')}>
        <div className="mb-5 flex items-center gap-4">
          {app.logoPath ? <AppMark name={app.name} face={{ logoPath: app.logoPath, colours: null }} size={80} /> : <p>{t('none')}</p>}
          {app.logoPath && canManage && (
            <form action={removeLogoAction} method="post">
              <input type="hidden" name="id" value={app.id} />
              <Button type="submit" look="quiet">
                {t('remove')}
              </Button>
            </form>
          )}
        </div>
        {canManage && (
          <ActionForm
            action={uploadLogoAction}
            submit={t(app.logoPath ? 'replace' : 'upload')}
            look="outline"
            hidden={{ id: app.id }}
            fields={[{ label: t('file'), name: 'logo', type: 'file', hint: t('hint'), required: true, accept: '.png,.jpg,.jpeg,.webp,.svg' }]}
          />
        )}
      </Panel>
    </div>
  )
}
