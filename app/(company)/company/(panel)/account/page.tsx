import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { Panel } from '#components/ui/panel'
import { readMember } from '#lib/companies/members/read-members'
import { requireStaff } from '#lib/session/staff-session'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('staffAccount'))('title') }
}

export default async function StaffAccountPage() {
  const session = await requireStaff('/company/account')
  const t = await getTranslations('staffAccount')
  const roles = await getTranslations('companyPanel.role')
  const email = (await readMember(session.homeId, session.staffId))?.email ?? ''
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 break-words text-soft">{t('lead', { name: session.name, email, role: roles(session.role) })}</p>
      <div className="grid max-w-3xl gap-5">
        <Panel title={t('securityTitle')} lead={t('securityLead')}>
          <Link href="/company/security" prefetch={false} className={buttonClass('outline')}>
            {t('securityLink')}
          </Link>
        </Panel>
        <Panel title={t('leaveTitle')} lead={t('leaveLead')}>
          <Link href={`/company/members/${session.staffId}`} prefetch={false} className={buttonClass('outline')}>
            {t('leaveLink')}
          </Link>
        </Panel>
      </div>
    </>
  )
}
