import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { readTotpSetUp } from '#lib/accounts/factors/totp-set-up'
import { readSecurity } from '#lib/accounts/read-security'
import { staffAccounts } from '#lib/companies/staff'
import type { Locale } from '#lib/i18n/locales'
import { requireProvenStaff } from '#lib/session/staff-session'
import { OneTimeCodes } from '../../../../../_components/security/one-time-codes'
import { codesAction, removeTotpAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('codes'))('title') }
}

export default async function StaffCodesPage() {
  const session = await requireProvenStaff('/company/security/codes', 'set_up')
  const accounts = staffAccounts((await getLocale()) as Locale)
  const security = await readSecurity(accounts, session.staffId, session.hash)
  const setUp = security.hasTotp ? null : await readTotpSetUp(accounts, session.staffId)
  if (!security.hasTotp && !setUp) redirect('/company/security')
  return <OneTimeCodes security={security} setUp={setUp} codes={codesAction} removeTotp={removeTotpAction} goTo="/company/security" />
}
