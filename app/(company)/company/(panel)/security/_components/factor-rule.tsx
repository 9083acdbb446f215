import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Confirm } from '#components/ui/confirm'
import { Panel } from '#components/ui/panel'
import { readFactorRule } from '#lib/companies/members/read-factor-rule'
import { requireFactorsAction } from '../actions'

const PAGE = '/company/security'

/** Whether everybody in the company must log in with a second factor. Either way it is asked twice. */
export async function FactorRule({ companyId, isConfirming }: { companyId: string; isConfirming: boolean }) {
  const t = await getTranslations('staffSecurity')
  const { isRequired, without } = await readFactorRule(companyId)
  const submit = t(isRequired ? 'ruleEnd' : 'ruleBegin')
  return (
    <div id="rule">
      <Panel title={t('ruleTitle')} lead={t(isRequired ? 'ruleOn' : 'ruleOff')}>
        {isConfirming ? (
          <form action={requireFactorsAction} method="post">
            <input type="hidden" name="required" value={isRequired ? 'no' : 'yes'} />
            <Confirm title={t(isRequired ? 'ruleEndTitle' : 'ruleBeginTitle')} keep={{ href: PAGE, text: t('ruleKeep') }} submit={submit}>
              <p>{isRequired ? t('ruleEndBody') : t('ruleBeginBody', { count: without })}</p>
            </Confirm>
          </form>
        ) : (
          <form method="get" action={`${PAGE}#rule`}>
            <input type="hidden" name="confirm" value="rule" />
            <Button type="submit" look={isRequired ? 'danger' : 'outline'}>
              {submit}
            </Button>
          </form>
        )}
      </Panel>
    </div>
  )
}
