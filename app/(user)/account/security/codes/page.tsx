import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readTotpSetUp } from '#lib/accounts/factors/totp-set-up'
import { readSecurity } from '#lib/accounts/read-security'
import { requireProvenUser } from '#lib/session/user-session'
import { PEOPLE } from '#lib/users/people'
import { OneTimeCodes } from '../../../../_components/security/one-time-codes'
import { codesAction, removeTotpAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('codes'))('title') }
}

export default async function CodesPage() {
  const session = await requireProvenUser('/account/security/codes')
  const security = await readSecurity(PEOPLE, session.userId, session.hash)
  const setUp = security.hasTotp ? null : await readTotpSetUp(PEOPLE, session.userId)
  if (!security.hasTotp && !setUp) redirect('/account/security')
  return <OneTimeCodes security={security} setUp={setUp} codes={codesAction} removeTotp={removeTotpAction} goTo="/account/security" />
}
