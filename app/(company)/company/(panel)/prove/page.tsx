import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { readSecurity } from '#lib/accounts/read-security'
import { staffAccounts } from '#lib/companies/staff'
import type { Locale } from '#lib/i18n/locales'
import { isProven } from '#lib/session/proven'
import { safeReturnPath } from '#lib/session/return-path'
import { requireStaff } from '#lib/session/staff-session'
import { ProvePanels } from '../../../../_components/security/prove-panels'
import { proofOptionsAction, proveByCodeAction, proveByPasskeyAction, proveByPasswordAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('prove'))('title') }
}

/** A member of staff proves once more who they are, or brings the second factor their company requires, and goes on. */
export default async function StaffProvePage({ searchParams }: { searchParams: Promise<{ return_to?: string | string[] }> }) {
  const { return_to } = await searchParams
  const to = safeReturnPath(typeof return_to === 'string' ? return_to : null, '/company')
  const session = await requireStaff(to, 'prove', 'set_up')
  const isFactorOwed = session.demand === 'prove'
  if (!isFactorOwed && isProven(session)) redirect(to)
  const t = await getTranslations('prove')
  const staff = await getTranslations('staffSecurity')
  return (
    <>
      <h1>{isFactorOwed ? staff('proveTitle') : t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{isFactorOwed ? staff('proveOwed', { company: session.companyName }) : staff('proveLead')}</p>
      <ProvePanels
        security={await readSecurity(staffAccounts((await getLocale()) as Locale), session.staffId, session.hash)}
        to={to}
        isFactorOwed={isFactorOwed}
        byPassword={proveByPasswordAction}
        byCode={proveByCodeAction}
        passkey={{ proofOptions: proofOptionsAction, prove: proveByPasskeyAction.bind(null, to) }}
      />
    </>
  )
}
