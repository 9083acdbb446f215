import { getTranslations } from 'next-intl/server'
import { ActionForm, type FormAction } from '#components/ui/action-form'
import { Notice } from '#components/ui/notice'
import { Panel } from '#components/ui/panel'
import { passwordField } from '#components/ui/password-field'
import type { Security } from '#lib/accounts/read-security'
import { type CodesAction, CodesForm } from './codes-form'

type Props = {
  security: Security
  setUp: { secret: string; qrSvg: string } | null
  codes: CodesAction
  removeTotp: FormAction
  /** Where whoever has stored the recovery codes goes on. */
  goTo: string
}

/**
 * Setting up one-time codes, and managing them afterwards. The form stands at the same place in both, so that the
 * recovery codes in its answer stay on the page when the state around it changes.
 */
export async function OneTimeCodes({ security: { hasPassword, hasTotp, recoveryCodesLeft, hasShortCodes }, setUp, codes, removeTotp, goTo }: Props) {
  const t = await getTranslations('codes')
  const shown = { title: t('recoveryTitle'), lead: t('recoveryLead'), stored: t('recoveryStored') }
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{hasTotp ? t('leadOn', { count: recoveryCodesLeft }) : t('leadSetUp')}</p>
      <div className="grid max-w-3xl gap-5">
        <CodesForm
          action={codes}
          goTo={goTo}
          texts={{ submit: hasTotp ? t('renew') : t('confirm'), ...shown }}
          field={
            setUp
              ? {
                  label: t('code'),
                  name: 'code',
                  hint: t('codeHint'),
                  inputMode: 'numeric',
                  autoComplete: 'one-time-code',
                  required: true,
                  maxLength: 10,
                }
              : undefined
          }
          above={setUp && <Secret {...setUp} />}
        >
          {hasShortCodes && (
            <div className="mb-5">
              <Notice>{t('short')}</Notice>
            </div>
          )}
        </CodesForm>
        {hasTotp && (
          <div className="print:hidden">
            <Panel title={t('removeTitle')} lead={t('removeLead')}>
              <ActionForm
                action={removeTotp}
                submit={t('removeSubmit')}
                look="danger"
                fields={hasPassword ? [passwordField('current', { label: t('password') })] : []}
              />
            </Panel>
          </div>
        )}
      </div>
    </>
  )
}

/** The secret of the codes to come: whoever has it needs no phone. */
async function Secret({ secret, qrSvg }: { secret: string; qrSvg: string }) {
  const t = await getTranslations('codes')
  return (
    <Panel title={t('scanTitle')} lead={t('scanLead')}>
      <div className="grid gap-5 sm:grid-cols-[max-content_1fr] sm:items-center print:hidden">
        {/* biome-ignore lint/performance/noImgElement: a picture made for this answer only */}
        <img
          src={`data:image/svg+xml;base64,${Buffer.from(qrSvg).toString('base64')}`}
          alt={t('qr')}
          width={196}
          height={196}
          className="rounded-xl bg-white p-2"
        />
        <div>
          <p className="text-sm text-soft">{t('secret')}</p>
          <p className="mt-1 break-all font-mono text-lg">{secret.match(/.{1,4}/g)?.join(' ')}</p>
        </div>
      </div>
    </Panel>
  )
}
