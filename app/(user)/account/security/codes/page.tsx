import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Field } from '#components/ui/field'
import { Notice } from '#components/ui/notice'
import { Panel } from '#components/ui/panel'
import { passwordField } from '#components/ui/password-field'
import { requireProvenUser } from '#lib/session/user-session'
import { readSecurity } from '#lib/users/account/read-security'
import { readTotpSetUp } from '#lib/users/factors/set-up-totp'
import { CodesForm } from '../_components/codes-form'
import { codesAction, removeTotpAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('codes'))('title') }
}

/**
 * Setting up one-time codes, and managing them afterwards. The form stands at the same place in both, so that the
 * recovery codes in its answer stay on the page when the state around it changes.
 */
export default async function CodesPage() {
  const session = await requireProvenUser('/account/security/codes')
  const t = await getTranslations('codes')
  const { hasTotp, recoveryCodesLeft, hasShortCodes } = await readSecurity(session.userId, session.hash)
  const setUp = hasTotp ? null : await readTotpSetUp(session.userId)
  if (!hasTotp && !setUp) redirect('/account/security')
  const shown = { title: t('recoveryTitle'), lead: t('recoveryLead'), stored: t('recoveryStored') }
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{hasTotp ? t('leadOn', { count: recoveryCodesLeft }) : t('leadSetUp')}</p>
      <div className="grid gap-5">
        {setUp && (
          <Panel title={t('scanTitle')} lead={t('scanLead')}>
            <div className="grid gap-5 sm:grid-cols-[max-content_1fr] sm:items-center">
              {/* biome-ignore lint/performance/noImgElement: a picture made for this answer only */}
              <img
                src={`data:image/svg+xml;base64,${Buffer.from(setUp.qrSvg).toString('base64')}`}
                alt={t('qr')}
                width={196}
                height={196}
                className="rounded-xl bg-white p-2"
              />
              <div>
                <p className="text-sm text-soft">{t('secret')}</p>
                <p className="mt-1 break-all font-mono text-lg">{setUp.secret.match(/.{1,4}/g)?.join(' ')}</p>
              </div>
            </div>
          </Panel>
        )}
        <section className="rounded-card border border-line bg-surface p-5 sm:p-7">
          {hasShortCodes && (
            <div className="mb-5">
              <Notice>{t('short')}</Notice>
            </div>
          )}
          <CodesForm action={codesAction} texts={{ submit: hasTotp ? t('renew') : t('confirm'), ...shown }}>
            {setUp && (
              <Field label={t('code')} name="code" hint={t('codeHint')} inputMode="numeric" autoComplete="one-time-code" required maxLength={10} />
            )}
          </CodesForm>
        </section>
        {hasTotp && (
          <Panel title={t('removeTitle')} lead={t('removeLead')}>
            <ActionForm
              action={removeTotpAction}
              submit={t('removeSubmit')}
              look="danger"
              fields={[passwordField('current', { label: t('password') })]}
            />
          </Panel>
        )}
      </div>
    </>
  )
}
