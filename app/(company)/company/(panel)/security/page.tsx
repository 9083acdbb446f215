import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import { Done } from '#components/ui/panel'
import { readSecurity } from '#lib/accounts/read-security'
import { may } from '#lib/companies/permissions'
import { staffAccounts } from '#lib/companies/staff'
import type { Locale } from '#lib/i18n/locales'
import { requireStaff } from '#lib/session/staff-session'
import { WaysIn } from '../../../../_components/security/ways-in'
import { browserTimes } from '../../../../_i18n/times'
import { FactorRule } from './_components/factor-rule'
import {
  addPasskeyAction,
  beginTotpAction,
  changePasswordAction,
  endOtherSessionsAction,
  endSessionAction,
  passkeyCreationOptionsAction,
  removePasskeyAction,
} from './actions'

const DONE = ['session', 'sessions', 'passkey_added', 'passkey_removed', 'totp_disabled'] as const
const RULED = ['required', 'not_required'] as const
const REFUSED = ['last', 'no_factor', 'not_used'] as const

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('staffSecurity'))('title') }
}

type Search = Promise<{ done?: string | string[]; refused?: string | string[]; confirm?: string | string[] }>

export default async function StaffSecurityPage({ searchParams }: { searchParams: Search }) {
  const session = await requireStaff('/company/security', 'set_up')
  const { done, refused, confirm } = await searchParams
  const t = await getTranslations('staffSecurity')
  const people = await getTranslations('security')
  const security = await readSecurity(staffAccounts((await getLocale()) as Locale), session.staffId, session.hash)
  const happened = DONE.find((name) => name === done)
  const ruled = RULED.find((name) => name === done)
  const refusal = REFUSED.find((name) => name === refused)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {happened && <Done>{people(`done.${happened}`)}</Done>}
      {ruled && <Done>{t(`done.${ruled}`)}</Done>}
      <div className="grid max-w-3xl gap-5">
        {session.demand && <Notice look="warn">{t('owed', { company: session.companyName })}</Notice>}
        {refusal && <Notice look="danger">{t(`refused.${refusal}`)}</Notice>}
        <WaysIn
          times={await browserTimes()}
          security={security}
          codesPath="/company/security/codes"
          changePassword={changePasswordAction}
          beginTotp={beginTotpAction}
          passkeyOptions={passkeyCreationOptionsAction}
          addPasskey={addPasskeyAction}
          removePasskey={removePasskeyAction}
          endSession={endSessionAction}
          endOtherSessions={endOtherSessionsAction}
        />
        {may(session, 'factors.require') && !session.demand && <FactorRule companyId={session.homeId} isConfirming={confirm === 'rule'} />}
      </div>
    </>
  )
}
