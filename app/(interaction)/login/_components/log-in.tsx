import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Button, buttonClass } from '#components/ui/button'
import { ButtonForm } from '#components/ui/button-form'
import type { FieldProps } from '#components/ui/field'
import { passwordField } from '#components/ui/password-field'
import { type Destination, destinationFields } from '#lib/session/destination'
import { PasskeyLogIn } from '../../../_components/security/passkey-log-in'
import { entryPath } from '../../where-to'
import { addAccountAction, logInAction, passkeyLogInAction, passkeyOptionsAction } from '../actions'

type Props = { to: Destination; loginHint?: string; known?: string; isInTest?: boolean }

/**
 * Password, passkey or a code by mail, and the ways out for whoever has none of them.
 * @param known address of whoever is logged in and only has to confirm it
 * @param isInTest whether only demo people can go on: they have a password or a passkey, and no mailbox
 */
export async function LogIn({ to, loginHint, known, isInTest = false }: Props) {
  const t = await getTranslations('login')
  const elsewhere = await getTranslations('passkeyElsewhere')
  const code = await getTranslations('mailCode')
  const chooser = await getTranslations('chooser')
  const hidden = destinationFields(to)
  const email: FieldProps = {
    label: t('email'),
    name: 'email',
    type: 'email',
    autoComplete: 'username webauthn',
    required: true,
    maxLength: 254,
    defaultValue: loginHint,
    autoFocus: !loginHint,
  }
  return (
    <>
      {known && <p className="mb-5 rounded-xl bg-sunken px-4 py-3 font-semibold break-all">{known}</p>}
      <ActionForm
        action={logInAction}
        submit={t('submit')}
        hidden={known ? { ...hidden, email: known } : hidden}
        fields={[
          ...(known ? [] : [email]),
          passwordField('current', {
            label: t('password'),
            autoFocus: Boolean(known ?? loginHint),
            // Browsers offer passkeys at a field that says so.
            ...(known && { autoComplete: 'current-password webauthn' }),
          }),
        ]}
        after={
          !isInTest && (
            <Button type="submit" name="way" value="code" formNoValidate look="quiet" className="-mt-3 justify-self-start">
              {code('send')}
            </Button>
          )
        }
      />
      <PasskeyLogIn
        texts={{ use: t('passkey'), failed: t('passkeyFailed') }}
        elsewhere={{ summary: elsewhere('summary'), phone: elsewhere('phone'), key: elsewhere('key') }}
        passkeyOptions={passkeyOptionsAction}
        logIn={passkeyLogInAction.bind(null, hidden)}
      />
      <div className="mt-4 flex flex-wrap justify-between gap-x-4">
        {known ? (
          <ButtonForm action={addAccountAction} hidden={hidden} look="quiet">
            {chooser('add')}
          </ButtonForm>
        ) : (
          !isInTest && (
            <a href={entryPath('/register', to)} className={buttonClass('quiet')}>
              {t('register')}
            </a>
          )
        )}
        {!isInTest && (
          <a href={entryPath('/recover', to)} className={buttonClass('quiet')}>
            {t('recover')}
          </a>
        )}
      </div>
    </>
  )
}
