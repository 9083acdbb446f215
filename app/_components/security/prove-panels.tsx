import { getTranslations } from 'next-intl/server'
import { ActionForm, type FormAction, type FormAnswer } from '#components/ui/action-form'
import { ButtonForm } from '#components/ui/button-form'
import { Panel } from '#components/ui/panel'
import { passwordField } from '#components/ui/password-field'
import type { Security } from '#lib/accounts/read-security'
import { ProveByPasskey } from './prove-by-passkey'

type Props = {
  security: Security
  /** Where to go on. */
  to: string
  /** The password was given already; only a second factor helps. */
  isFactorOwed?: boolean
  byPassword: FormAction
  byCode: FormAction
  /** For whoever has neither password nor passkey at hand: asks for a code by mail. */
  byMail?: (before: FormAnswer, form: FormData) => Promise<FormAnswer>
  passkey: Pick<Parameters<typeof ProveByPasskey>[0], 'proofOptions' | 'prove'>
}

/** Whoever is logged in proves once more who they are, in any way they have. */
export async function ProvePanels({
  security: { email, hasPassword, hasTotp, passkeys },
  to,
  isFactorOwed = false,
  byPassword,
  byCode,
  byMail,
  passkey,
}: Props) {
  const t = await getTranslations('prove')
  const usePasskey = passkeys.length > 0 && <ProveByPasskey texts={{ use: t('passkey'), failed: t('passkeyFailed') }} {...passkey} />
  return (
    <div className="grid max-w-3xl gap-5">
      {isFactorOwed || !hasPassword ? (
        usePasskey && <Panel title={t('withPasskey')}>{usePasskey}</Panel>
      ) : (
        <Panel title={t('password')}>
          <ActionForm
            action={byPassword}
            submit={t('submit')}
            hidden={{ username: email, return_to: to }}
            fields={[passwordField('current', { label: t('password'), autoFocus: true })]}
          />
          {usePasskey}
        </Panel>
      )}
      {!hasPassword && byMail && (
        <Panel title={t('byMail')}>
          <ButtonForm action={byMail} hidden={{ return_to: to }} look="outline">
            {t('sendMail')}
          </ButtonForm>
        </Panel>
      )}
      {hasTotp && (
        <Panel title={t(isFactorOwed ? 'withCode' : 'or')}>
          <ActionForm
            action={byCode}
            submit={t('submitCode')}
            look="outline"
            hidden={{ return_to: to }}
            fields={[
              {
                label: t('code'),
                name: 'code',
                autoComplete: 'one-time-code',
                autoCapitalize: 'none',
                spellCheck: false,
                required: true,
                maxLength: 60,
              },
            ]}
          />
        </Panel>
      )}
    </div>
  )
}
