import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { buttonClass } from '#components/ui/button'
import { passwordField } from '#components/ui/password-field'
import { MIN_ALONE } from '#lib/core/password-rules'
import { readLogInScreen } from '#lib/oauth/interaction/read-log-in-screen'
import { CheckMail } from '../_components/check-mail'
import { oneOf, withQuery } from '../form-text'
import { registerAction } from './actions'

type Search = Promise<Record<string, string | string[] | undefined>>

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('register'))('title') }
}

export default async function RegisterPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams
  const t = await getTranslations('register')
  if (oneOf(search.sent)) return <CheckMail title={t('sentTitle')} body={t('sentBody')} />

  const interactionId = oneOf(search.interaction)
  const screen = interactionId === undefined ? null : await readLogInScreen(interactionId, null)
  const app = screen && 'app' in screen ? screen.app.name : null
  const login = await getTranslations('login')
  return (
    <>
      <h1>{t('title')}</h1>
      {app && <p className="mt-2 text-lg text-soft">{login('toApp', { app })}</p>}
      <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
      <ActionForm
        action={registerAction}
        submit={t('submit')}
        hidden={{ interaction: app ? interactionId : undefined }}
        fields={[
          { label: login('email'), name: 'email', type: 'email', autoComplete: 'username', required: true, maxLength: 254, autoFocus: true },
          passwordField('new', { label: login('password'), hint: t('passwordHint', { minimum: MIN_ALONE }) }),
        ]}
      />
      <a href={withQuery('/login', { interaction: interactionId })} className={buttonClass('quiet', 'mt-4')}>
        {t('haveOne')}
      </a>
    </>
  )
}
