import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Button, buttonClass } from '#components/ui/button'
import { Done, Panel } from '#components/ui/panel'
import { passwordField } from '#components/ui/password-field'
import { MIN_ALONE, MIN_WITH_SECOND_FACTOR } from '#lib/core/password-rules'
import { requireUser } from '#lib/session/user-session'
import { readSecurity } from '#lib/users/account/read-security'
import { Passkeys } from './_components/passkeys'
import { Sessions } from './_components/sessions'
import { beginTotpAction, changePasswordAction } from './actions'

const DONE = ['sessions', 'passkey_added', 'passkey_removed', 'totp_disabled'] as const

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('security'))('title') }
}

export default async function SecurityPage({ searchParams }: { searchParams: Promise<{ done?: string | string[] }> }) {
  const session = await requireUser('/account/security')
  const { done } = await searchParams
  const t = await getTranslations('security')
  const register = await getTranslations('register')
  const { email, hasTotp, recoveryCodesLeft, passkeys, sessions } = await readSecurity(session.userId, session.hash)
  const happened = DONE.find((name) => name === done)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {happened && <Done>{t(`done.${happened}`)}</Done>}
      <div className="grid gap-5">
        <Panel title={t('passwordTitle')} lead={t('passwordLead')}>
          <ActionForm
            action={changePasswordAction}
            submit={t('passwordSave')}
            look="outline"
            hidden={{ username: email }}
            fields={[
              passwordField('current', { name: 'current_password', label: t('passwordCurrent') }),
              passwordField('new', {
                name: 'new_password',
                label: t('passwordNew'),
                hint: register('passwordHint', { minimum: hasTotp ? MIN_WITH_SECOND_FACTOR : MIN_ALONE }),
              }),
            ]}
          />
        </Panel>
        <Panel title={t('passkeysTitle')} lead={t('passkeysLead')}>
          <Passkeys passkeys={passkeys} />
        </Panel>
        <Panel title={t('codesTitle')} lead={hasTotp ? t('codesOn', { count: recoveryCodesLeft }) : t('codesOff')}>
          {hasTotp ? (
            <Link href="/account/security/codes" prefetch={false} className={buttonClass('outline')}>
              {t('codesManage')}
            </Link>
          ) : (
            <form action={beginTotpAction} method="post">
              <Button type="submit" look="outline">
                {t('codesBegin')}
              </Button>
            </form>
          )}
        </Panel>
        <Panel title={t('sessionsTitle')} lead={t('sessionsLead')}>
          <Sessions sessions={sessions} />
        </Panel>
      </div>
    </>
  )
}
