import { getTranslations } from 'next-intl/server'
import type { Visit } from '#lib/verifications/page/visit-verification'
import { browserTimes } from '../../../../_i18n/times'
import { declineAction } from '../actions'
import { confirmDisclosedAction } from '../wallet-actions'
import { FormButton } from './form-button'
import { Steps } from './steps'

type Props = { token: string; disclosed: NonNullable<Visit['disclosed']>; visit: Visit }

const ORDER = ['given_name', 'family_name', 'birthdate', 'age_over_18', 'nationality', 'document_number', 'document_expiry'] as const
const DATES: readonly string[] = ['birthdate', 'document_expiry']

/** What a wallet told, for its person's word. Nothing of it can be changed. */
export async function DisclosedReview({ token, disclosed: { claims, issuer }, visit }: Props) {
  const t = await getTranslations('wallet')
  const own = await getTranslations('verification')
  const times = await browserTimes()
  const words = (name: (typeof ORDER)[number], value: string | boolean) => {
    if (typeof value === 'boolean') return t(value ? 'isAdult' : 'isNoAdult')
    return DATES.includes(name) ? times.date(value) : value
  }
  const facts = ORDER.flatMap((name) => {
    const value = claims[name]
    return value === undefined ? [] : [[own(`field_${name}`), words(name, value)] as const]
  })
  return (
    <>
      <Steps at="stepCheck" by="wallet" />
      <h1>{own('reviewTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{visit.app ? t('reviewLead', { company: visit.app.company }) : t('reviewLeadOwn')}</p>
      <dl className="grid gap-x-6 gap-y-3 rounded-xl bg-sunken p-4 sm:grid-cols-2">
        {[...facts, [t('reviewIssuer'), issuer.name] as const].map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="wrap-anywhere font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {claims.age_over_18 === false && <p className="mt-3 text-sm text-soft">{t('isNoAdultNote')}</p>}
      <div className="mt-6 grid gap-3">
        <FormButton action={confirmDisclosedAction} token={token}>
          {own('reviewConfirm')}
        </FormButton>
        <FormButton action={declineAction} token={token} look="outline">
          {own('reviewDecline')}
        </FormButton>
      </div>
      <p className="mt-4 text-sm text-soft">{t('reviewNote')}</p>
    </>
  )
}
