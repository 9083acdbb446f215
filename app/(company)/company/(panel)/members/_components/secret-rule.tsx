import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Confirm } from '#components/ui/confirm'
import { Panel } from '#components/ui/panel'
import { shareSecretsAction } from '../actions'

const PAGE = '/company/members'

/** Whether developers make and replace keys and secrets. Giving them to more people is asked twice. */
export async function SecretRule({ isShared, isConfirming }: { isShared: boolean; isConfirming: boolean }) {
  const t = await getTranslations('members.secrets')
  const submit = t(isShared ? 'reserve' : 'share')
  return (
    <Panel id="secrets" title={t('title')} lead={t(isShared ? 'shared' : 'reserved')}>
      {isConfirming || isShared ? (
        <form action={shareSecretsAction} method="post">
          <input type="hidden" name="shared" value={isShared ? 'no' : 'yes'} />
          {isShared ? (
            <Button type="submit" look="outline">
              {submit}
            </Button>
          ) : (
            <Confirm title={t('sureTitle')} keep={{ href: PAGE, text: t('keep') }} submit={submit}>
              <p>{t('sureBody')}</p>
            </Confirm>
          )}
        </form>
      ) : (
        <form method="get" action={`${PAGE}#secrets`}>
          <input type="hidden" name="confirm" value="secrets" />
          <Button type="submit" look="outline">
            {submit}
          </Button>
        </form>
      )}
    </Panel>
  )
}
