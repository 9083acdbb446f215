import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Confirm } from '#components/ui/confirm'
import { Panel } from '#components/ui/panel'
import { resetFactorsAction } from '../actions'

/** For a member who lost the phone and the recovery codes. */
export async function ResetFactors({ member, isConfirming }: { member: { id: string; name: string }; isConfirming: boolean }) {
  const t = await getTranslations('members')
  const href = `/company/members/${member.id}`
  return (
    <Panel title={t('resetTitle')} lead={t('resetLead')}>
      {isConfirming ? (
        <form action={resetFactorsAction} method="post">
          <input type="hidden" name="member" value={member.id} />
          <Confirm title={t('resetSure', { name: member.name })} keep={{ href, text: t('resetKeep') }} submit={t('reset')}>
            <p>{t('resetBody')}</p>
          </Confirm>
        </form>
      ) : (
        <form method="get" action={href}>
          <input type="hidden" name="reset" value="1" />
          <Button type="submit" look="danger">
            {t('reset')}
          </Button>
        </form>
      )}
    </Panel>
  )
}
