import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Notice } from '#components/ui/notice'
import { passwordField } from '#components/ui/password-field'
import { safeReturnPath } from '#lib/session/return-path'
import { PasskeyLogIn } from '../../../../_components/security/passkey-log-in'
import { logInAction, passkeyLogInAction, passkeyOptionsAction } from '../actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('companyEntry'))('logInTitle') }
}

export default async function LogInPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const t = await getTranslations('companyEntry')
  const { problem, left, return_to } = await searchParams
  const returnTo = safeReturnPath(typeof return_to === 'string' ? return_to : null, '/company')
  const link = 'inline-flex min-h-11 items-center text-accent underline'
  return (
    <>
      <h1 className="mb-6">{t('logInTitle')}</h1>
      {left === '1' && (
        <div className="mb-5">
          <Notice>{t('left')}</Notice>
        </div>
      )}
      {problem === 'suspended' && (
        <div className="mb-5">
          <Notice look="danger">{t('suspended')}</Notice>
        </div>
      )}
      {problem === 'link' && (
        <div className="mb-5">
          <Notice look="danger">{t('badLink')}</Notice>
        </div>
      )}
      <ActionForm
        action={logInAction}
        submit={t('logIn')}
        hidden={{ return_to: returnTo }}
        fields={[
          { name: 'email', label: t('email'), type: 'email', autoComplete: 'username webauthn', maxLength: 254, required: true },
          passwordField('current', { label: t('password') }),
        ]}
      />
      <PasskeyLogIn
        texts={{ use: t('passkey'), failed: t('passkeyFailed') }}
        passkeyOptions={passkeyOptionsAction}
        logIn={passkeyLogInAction.bind(null, returnTo)}
      />
      <p className="mt-6 flex flex-wrap gap-x-6 text-sm">
        <Link href="/company/recover" prefetch={false} className={link}>
          {t('forgot')}
        </Link>
        <Link href="/company/register" prefetch={false} className={link}>
          {t('noAccount')}
        </Link>
      </p>
    </>
  )
}
