import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readSecurity } from '#lib/accounts/read-security'
import { isProven } from '#lib/session/proven'
import { safeReturnPath } from '#lib/session/return-path'
import { requireUser } from '#lib/session/user-session'
import { PEOPLE } from '#lib/users/people'
import { ProvePanels } from '../../../_components/security/prove-panels'
import { proofOptionsAction, proveByCodeAction, proveByMailAction, proveByPasskeyAction, proveByPasswordAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('prove'))('title') }
}

/** A person proves once more who they are, and goes on where they were. */
export default async function ProvePage({ searchParams }: { searchParams: Promise<{ return_to?: string | string[] }> }) {
  const { return_to } = await searchParams
  const to = safeReturnPath(typeof return_to === 'string' ? return_to : null, '/account')
  const session = await requireUser(to)
  if (isProven(session)) redirect(to)
  const t = await getTranslations('prove')
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      <ProvePanels
        security={await readSecurity(PEOPLE, session.userId, session.hash)}
        to={to}
        byPassword={proveByPasswordAction}
        byCode={proveByCodeAction}
        byMail={proveByMailAction}
        passkey={{ proofOptions: proofOptionsAction, prove: proveByPasskeyAction.bind(null, to) }}
      />
    </>
  )
}
