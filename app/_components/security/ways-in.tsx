import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { ActionForm, type FormAction } from '#components/ui/action-form'
import { Button, buttonClass } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { Panel } from '#components/ui/panel'
import { passwordField } from '#components/ui/password-field'
import type { Security } from '#lib/accounts/read-security'
import { MIN_ALONE, MIN_WITH_SECOND_FACTOR } from '#lib/core/password-rules'
import type { Times } from '#lib/i18n/times'
import { type PasskeyActions, Passkeys } from './passkeys'
import { type SessionActions, Sessions } from './sessions'

type Actions = PasskeyActions & SessionActions & { changePassword: FormAction; beginTotp: () => Promise<never> }

/** The ways into an account, of a person or of staff, and where it is open. @param codesPath the page of one-time codes */
export async function WaysIn({ security, times, codesPath, ...actions }: Actions & { security: Security; times: Times; codesPath: string }) {
  const t = await getTranslations('security')
  const register = await getTranslations('register')
  const lastWay = await getTranslations('lastWay')
  const { email, hasPassword, hasTotp, recoveryCodesLeft, passkeys, sessions } = security
  return (
    <>
      <Panel title={t('passwordTitle')} lead={hasPassword ? t('passwordLead') : lastWay('password')}>
        <ActionForm
          action={actions.changePassword}
          submit={hasPassword ? t('passwordSave') : lastWay('set')}
          look="outline"
          hidden={{ username: email }}
          fields={[
            ...(hasPassword ? [passwordField('current', { name: 'current_password', label: t('passwordCurrent') })] : []),
            passwordField('new', {
              name: 'new_password',
              label: t('passwordNew'),
              hint: register('passwordHint', { minimum: hasTotp ? MIN_WITH_SECOND_FACTOR : MIN_ALONE }),
            }),
          ]}
        />
      </Panel>
      <Panel id="passkeys" title={t('passkeysTitle')} lead={t(hasPassword ? 'passkeysLead' : 'passkeysLeadAlone')}>
        {!hasPassword && passkeys.length === 1 && (
          <div className="mb-5">
            <Notice look="warn">{lastWay('one')}</Notice>
          </div>
        )}
        <Passkeys passkeys={passkeys} times={times} {...actions} />
      </Panel>
      <Panel title={t('codesTitle')} lead={hasTotp ? t('codesOn', { count: recoveryCodesLeft }) : t('codesOff')}>
        {hasTotp ? (
          <Link href={codesPath} prefetch={false} className={buttonClass('outline')}>
            {t('codesManage')}
          </Link>
        ) : (
          <form action={actions.beginTotp} method="post">
            <Button type="submit" look="outline">
              {t('codesBegin')}
            </Button>
          </form>
        )}
      </Panel>
      <Panel id="sessions" title={t('sessionsTitle')} lead={t('sessionsLead')}>
        <Sessions sessions={sessions} times={times} {...actions} />
      </Panel>
    </>
  )
}
