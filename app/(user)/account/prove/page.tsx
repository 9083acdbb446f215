import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Panel } from '#components/ui/panel'
import { passwordField } from '#components/ui/password-field'
import { safeReturnPath } from '#lib/session/return-path'
import { isProven, requireUser } from '#lib/session/user-session'
import { readSecurity } from '#lib/users/account/read-security'
import { proveByCodeAction, proveByPasswordAction } from './actions'
import { ProveByPasskey } from './prove-by-passkey'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('prove'))('title') }
}

/** Whoever is logged in proves once more who they are, in any way they have, and goes on where they were. */
export default async function ProvePage({ searchParams }: { searchParams: Promise<{ return_to?: string | string[] }> }) {
  const { return_to } = await searchParams
  const to = safeReturnPath(typeof return_to === 'string' ? return_to : null, '/account')
  const session = await requireUser(to)
  if (isProven(session)) redirect(to)
  const t = await getTranslations('prove')
  const { email, hasTotp, passkeys } = await readSecurity(session.userId, session.hash)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      <div className="grid gap-5">
        <Panel title={t('password')}>
          <ActionForm
            action={proveByPasswordAction}
            submit={t('submit')}
            hidden={{ username: email, return_to: to }}
            fields={[passwordField('current', { label: t('password'), autoFocus: true })]}
          />
          {passkeys.length > 0 && <ProveByPasskey to={to} texts={{ use: t('passkey'), failed: t('passkeyFailed') }} />}
        </Panel>
        {hasTotp && (
          <Panel title={t('or')}>
            <ActionForm
              action={proveByCodeAction}
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
    </>
  )
}
