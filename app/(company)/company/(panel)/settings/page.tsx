import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import { Done, Panel } from '#components/ui/panel'
import { countryNames } from '#lib/companies/details/countries'
import { readDetails } from '#lib/companies/details/read-details'
import type { CompanyDetails, DetailName } from '#lib/companies/details/schema'
import { may } from '#lib/companies/permissions'
import { requireStaff } from '#lib/session/staff-session'
import { FORM_FIELDS } from '../_components/form-fields'
import { KeptForm } from '../_components/kept-form'
import { DetailsForm } from './_components/details-form'
import { Verification } from './_components/verification'

const DONE = ['saved', 'submitted', 'not_now', 'incomplete'] as const
const NAMES: DetailName[] = ['name', 'legal_name', 'registration_number', 'country', 'website']

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('companyDetails'))('title') }
}

export default async function SettingsPage({ searchParams }: { searchParams: Promise<{ done?: string | string[] }> }) {
  const session = await requireStaff('/company/settings')
  const { done } = await searchParams
  const t = await getTranslations('companyDetails')
  const company = await readDetails(session.homeId)
  const canEdit = may(session, 'company.edit')
  const happened = DONE.find((name) => name === done)
  const labels = Object.fromEntries(NAMES.map((name) => [name, t(name)])) as Record<DetailName, string>
  const countries = countryNames(await getLocale())
  // Nothing can be submitted before the details are there.
  const isForLater = company.status === 'unverified' && company.missing.length > 0
  const verification = <Verification company={company} canEdit={canEdit} />
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {happened && <Done>{t(`done.${happened}`)}</Done>}
      <div className="grid max-w-3xl gap-5">
        {!isForLater && verification}
        <Panel title={t('detailsTitle')}>
          {canEdit ? (
            <DetailsForm
              kept={<KeptForm staff={session} isOfHome path="/company/settings" fields={FORM_FIELDS.company} />}
              details={company.details}
              countries={[['', t('noCountry')], ...countries]}
              texts={{
                labels,
                hints: {
                  name: t('nameHint'),
                  legal_name: t('legalNameHint'),
                  registration_number: t('registrationHint'),
                  website: t('websiteHint'),
                },
                check: t('check'),
                save: t('save'),
                discard: t('discard'),
                consent: { pending: t('consent.pending'), verified: t('consent.verified') },
                saveAnyway: { pending: t('saveAnyway.pending'), verified: t('saveAnyway.verified') },
              }}
            />
          ) : (
            <ReadOnly details={company.details} countries={new Map(countries)} labels={labels} none={t('none')} note={t('readOnly')} />
          )}
        </Panel>
        {isForLater && verification}
      </div>
    </>
  )
}

function ReadOnly(props: {
  details: CompanyDetails
  countries: Map<string, string>
  labels: Record<DetailName, string>
  none: string
  note: string
}) {
  const { details, countries, labels } = props
  const shown = { ...details, country: details.country && (countries.get(details.country) ?? details.country) }
  return (
    <>
      <Notice>{props.note}</Notice>
      <dl className="mt-5 grid gap-4">
        {NAMES.map((name) => (
          <div key={name}>
            <dt className="text-sm text-soft">{labels[name]}</dt>
            <dd className="break-words">{shown[name] ?? props.none}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
