import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { readingsOf } from '#lib/verifications/page/judge-names'
import type { Visit } from '#lib/verifications/page/visit-verification'
import { asWritten, type StagedReading } from '#lib/verifications/staged-reading'
import { browserTimes } from '../../../../_i18n/times'
import { confirmAction, declineAction, rejectAction } from '../actions'
import { FormButton } from './form-button'
import { Steps } from './steps'
import { TwoReadings } from './two-readings'

const NAMES = ['given_name', 'family_name'] as const

/** What was read. Names may be spelled as the person spells them; the rest is as the document has it. */
export async function Review({ token, reading, visit }: { token: string; reading: StagedReading; visit: Visit }) {
  const t = await getTranslations('verification')
  const times = await browserTimes()
  const day = (text: string | null) => (text ? times.date(text) : t('unknown'))
  const facts = [
    ['field_birthdate', day(reading.birthdate), true],
    ['field_nationality', reading.nationality, visit.fields.includes('nationality')],
    ['field_document_number', reading.documentNumber, visit.fields.includes('document_number')],
    ['field_document_expiry', day(reading.expiryDate), true],
  ] as const
  const readings = readingsOf(reading)
  return (
    <>
      <Steps at="stepCheck" />
      <h1>{t('reviewTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{visit.app ? t('reviewLead', { company: visit.app.company }) : t('reviewLeadOwn')}</p>
      <ActionForm
        action={confirmAction}
        submit={t('reviewConfirm')}
        hidden={{ token }}
        fields={NAMES.filter((name) => readings[name].page === null).map((name) => ({
          label: t(`field_${name}`),
          name,
          defaultValue: asWritten(readings[name].zone),
          maxLength: 100,
          autoComplete: 'off',
          hint: t('spelling', { zone: readings[name].zone || '–' }),
        }))}
      >
        {NAMES.map((name) => (
          <TwoReadings key={name} name={name} reading={readings[name]} />
        ))}
        <dl className="grid gap-x-6 gap-y-3 rounded-xl bg-sunken p-4 sm:grid-cols-2">
          {facts
            .filter(([, , isShown]) => isShown)
            .map(([label, value]) => (
              <div key={label}>
                <dt className="text-sm text-soft">{t(label)}</dt>
                <dd className="break-words font-medium">{value}</dd>
              </div>
            ))}
        </dl>
      </ActionForm>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <FormButton action={rejectAction} token={token} look="outline">
          {t('reviewAgain')}
        </FormButton>
        <FormButton action={declineAction} token={token} look="outline">
          {t('reviewDecline')}
        </FormButton>
      </div>
      <p className="mt-4 text-sm text-soft">{t('reviewNote')}</p>
    </>
  )
}
