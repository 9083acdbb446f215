import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { buttonClass } from '#components/ui/button'
import { emailField } from '#components/ui/email-field'
import { passwordField } from '#components/ui/password-field'
import { isTest } from '#lib/core/environment'
import { MIN_ALONE } from '#lib/core/password-rules'
import { readLogInScreen } from '#lib/oauth/interaction/read-log-in-screen'
import { destinationFields } from '#lib/session/destination'
import { readWaiting } from '#lib/session/waiting'
import { TestMark } from '../../_components/test-mark'
import { oneOf } from '../form-text'
import { destinationIn, entryPath } from '../where-to'
import { PasskeySignUp } from './_components/passkey-sign-up'
import { passkeySignUpAction, registerAction, signUpOptionsAction } from './actions'

type Search = Promise<Record<string, string | string[] | undefined>>

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('register'))('title') }
}

export default async function RegisterPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams
  const t = await getTranslations('register')
  const passkey = await getTranslations('passkeySignUp')
  const login = await getTranslations('login')
  const asked = destinationIn(search)
  const screen = asked.interactionId === undefined ? null : await readLogInScreen(asked.interactionId, null)
  const app = screen && 'app' in screen ? screen.app : null
  const to = app ? asked : { ...asked, interactionId: undefined }
  const wrong = search.correct === undefined ? undefined : (await readWaiting(oneOf(search.correct)))?.email
  return (
    <>
      <h1>{t('title')}</h1>
      {app && <p className="mt-2 text-lg text-soft">{login('toApp', { app: app.name })}</p>}
      <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
      {app && isTest(app.environment) && <TestMark company={app.companyName} />}
      <ActionForm
        action={registerAction}
        submit={t('submit')}
        look="outline"
        hidden={destinationFields(to)}
        fields={[
          emailField({ label: login('email'), autoFocus: true, defaultValue: wrong }),
          passwordField('new', { label: login('password'), hint: t('passwordHint', { minimum: MIN_ALONE }) }),
        ]}
        insert={{
          after: 'email',
          node: (
            <PasskeySignUp
              texts={{
                create: passkey('create'),
                why: passkey('why'),
                or: passkey('or'),
                failed: passkey('failed'),
                needsEmail: passkey('needsEmail'),
              }}
              options={signUpOptionsAction}
              signUp={passkeySignUpAction.bind(null, destinationFields(to))}
            />
          ),
        }}
      />
      <a href={entryPath('/login', to, { have: app ? '1' : undefined })} className={buttonClass('quiet', 'mt-4')}>
        {t('haveOne')}
      </a>
    </>
  )
}
