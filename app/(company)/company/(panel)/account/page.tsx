import type { Metadata } from 'next'
import Link from 'next/link'
import { getFormatter, getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Badge } from '#components/ui/badge'
import { Button, buttonClass } from '#components/ui/button'
import { Done, Panel } from '#components/ui/panel'
import { passwordField } from '#components/ui/password-field'
import { readStaffAccount } from '#lib/companies/staff-account'
import { requireStaff } from '#lib/session/staff-session'
import { changePasswordAction, endOtherSessionsAction } from './actions'

const DONE = ['password', 'sessions'] as const

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('staffAccount'))('title') }
}

export default async function StaffAccountPage({ searchParams }: { searchParams: Promise<{ done?: string | string[] }> }) {
  const session = await requireStaff('/company/account')
  const { done } = await searchParams
  const t = await getTranslations('staffAccount')
  const roles = await getTranslations('companyPanel.role')
  const entry = await getTranslations('companyEntry')
  const format = await getFormatter()
  const { email, sessions } = await readStaffAccount(session)
  const happened = DONE.find((name) => name === done)
  const when = (date: Date) => format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 break-words text-soft">{t('lead', { name: session.name, email, role: roles(session.role) })}</p>
      {happened && <Done>{t(`done.${happened}`)}</Done>}
      <div className="grid max-w-3xl gap-5">
        <Panel title={t('passwordTitle')} lead={t('passwordLead')}>
          <ActionForm
            action={changePasswordAction}
            submit={t('passwordSave')}
            look="outline"
            hidden={{ username: email }}
            fields={[
              passwordField('current', { name: 'current_password', label: t('passwordCurrent') }),
              passwordField('new', { name: 'new_password', label: t('passwordNew'), hint: entry('passwordHint') }),
            ]}
          />
        </Panel>
        <Panel title={t('sessionsTitle')} lead={t('sessionsLead')}>
          <ul className="divide-y divide-line border-y border-line">
            {sessions.map((each) => (
              <li key={`${each.since.toISOString()} ${each.lastSeenAt.toISOString()}`} className="py-3">
                <p className="flex flex-wrap items-center gap-2">
                  {t('since', { date: when(each.since) })} {each.isThisOne && <Badge look="good">{t('thisOne')}</Badge>}
                </p>
                <p className="text-sm text-soft">{t('lastSeen', { date: when(each.lastSeenAt) })}</p>
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <form action={endOtherSessionsAction} method="post" className="mt-5">
              <Button type="submit" look="outline">
                {t('endOthers')}
              </Button>
            </form>
          )}
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
