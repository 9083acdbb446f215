import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Confirm } from '#components/ui/confirm'
import { Panel } from '#components/ui/panel'
import type { AppStatus } from '#lib/apps/schema'
import { setStatusAction } from '../actions'

type Props = { app: { id: string; name: string; status: AppStatus }; isSuspended: boolean; canManage: boolean; isConfirming: boolean }

/** Switching an app off stops everybody at once, so it is asked twice; switching it on hurts nobody. */
export async function AppStatusPanel({ app, isSuspended, canManage, isConfirming }: Props) {
  const t = await getTranslations('appSettings')
  const href = `/company/apps/${app.id}`
  const isActive = app.status === 'active'
  return (
    <div className="mt-10" id="status">
      <Panel title={t('status')} lead={isSuspended ? undefined : t(isActive ? 'isActive' : 'isInactive')}>
        {!canManage ? null : isActive && !isConfirming ? (
          <form method="get" action={`${href}#status`}>
            <input type="hidden" name="confirm" value="inactive" />
            <Button type="submit" look="danger">
              {t('switchOff')}
            </Button>
          </form>
        ) : (
          <form action={setStatusAction} method="post">
            <input type="hidden" name="id" value={app.id} />
            <input type="hidden" name="status" value={isActive ? 'inactive' : 'active'} />
            {isActive ? (
              <Confirm title={t('offTitle', { app: app.name })} keep={{ href, text: t('keepOn') }} submit={t('switchOff')}>
                <p>{t('offBody')}</p>
              </Confirm>
            ) : (
              <Button type="submit">{t('switchOn')}</Button>
            )}
          </form>
        )}
      </Panel>
    </div>
  )
}
