import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { buttonClass } from '#components/ui/button'
import { passwordField } from '#components/ui/password-field'
import { PasskeyLogIn } from '../../../_components/security/passkey-log-in'
import { withQuery } from '../../form-text'
import { logInAction, passkeyLogInAction, passkeyOptionsAction } from '../actions'

/** Password and passkey, and the ways out for whoever has neither. */
export async function LogIn({ interactionId, returnTo, loginHint }: { interactionId?: string; returnTo?: string; loginHint?: string }) {
  const t = await getTranslations('login')
  const query = { interaction: interactionId }
  return (
    <>
      <ActionForm
        action={logInAction}
        submit={t('submit')}
        hidden={{ interaction: interactionId, return_to: returnTo }}
        fields={[
          {
            label: t('email'),
            name: 'email',
            type: 'email',
            autoComplete: 'username webauthn',
            required: true,
            maxLength: 254,
            defaultValue: loginHint,
            autoFocus: !loginHint,
          },
          passwordField('current', { label: t('password') }),
        ]}
      />
      <PasskeyLogIn
        texts={{ use: t('passkey'), failed: t('passkeyFailed') }}
        passkeyOptions={passkeyOptionsAction}
        logIn={passkeyLogInAction.bind(null, { interactionId: interactionId ?? '', returnTo: returnTo ?? '' })}
      />
      <div className="mt-4 flex flex-wrap justify-between gap-x-4">
        <a href={withQuery('/register', query)} className={buttonClass('quiet')}>
          {t('register')}
        </a>
        <a href={withQuery('/recover', query)} className={buttonClass('quiet')}>
          {t('recover')}
        </a>
      </div>
    </>
  )
}
