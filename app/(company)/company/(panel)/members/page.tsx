import { UserRound } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Badge } from '#components/ui/badge'
import { buttonClass } from '#components/ui/button'
import { GuardUnsaved } from '#components/ui/leave-guard'
import { Done, Panel } from '#components/ui/panel'
import { Select } from '#components/ui/select'
import { mayManage, rolesToGive } from '#lib/companies/members/judge-member-change'
import { readMembers } from '#lib/companies/members/read-members'
import { may, STAFF_ROLES } from '#lib/companies/permissions'
import { requireStaff } from '#lib/session/staff-session'
import { browserTimes } from '../../../../_i18n/times'
import { FORM_FIELDS } from '../_components/form-fields'
import { KeptForm } from '../_components/kept-form'
import { Invites } from './_components/invites'
import { SecretRule } from './_components/secret-rule'
import { inviteAction } from './actions'

const DONE = ['invited', 'withdrawn', 'role', 'removed', 'reset', 'too_many', 'shared', 'reserved'] as const

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('members'))('title') }
}

export default async function MembersPage({ searchParams }: { searchParams: Promise<{ done?: string | string[]; confirm?: string | string[] }> }) {
  const session = await requireStaff('/company/members')
  const { done, confirm } = await searchParams
  const t = await getTranslations('members')
  const roles = await getTranslations('companyPanel.role')
  const times = await browserTimes()
  const { members, invites } = await readMembers(session.homeId)
  const self = { id: session.staffId, role: session.role }
  const offered = rolesToGive(session.role)
  const happened = DONE.find((name) => name === done)
  return (
    <>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1>{t('title')}</h1>
          <p className="mt-3 text-soft">{t('lead')}</p>
        </div>
        {offered.length > 0 && (
          <a href="#invite" className={buttonClass()}>
            {t('inviteTitle')}
          </a>
        )}
      </div>
      {happened && <Done>{t(`done.${happened}`)}</Done>}
      <div className="grid max-w-3xl gap-5">
        <Panel title={t('people', { count: members.length })}>
          <ul className="divide-y divide-line border-y border-line">
            {members.map((member) => (
              <li key={member.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5">
                <div className="flex min-w-0 items-start gap-3">
                  <UserRound size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-soft" />
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-2 font-semibold">
                      <span className="break-words">{member.name}</span>
                      <Badge look={member.role === 'owner' ? 'good' : 'plain'}>{roles(member.role)}</Badge>
                      {member.id === session.staffId && <Badge>{t('you')}</Badge>}
                      {mayManage(self, member) && !member.hasFactor && <Badge look="warn">{t('noFactor')}</Badge>}
                    </p>
                    <p className="break-all text-sm text-soft">{member.email}</p>
                    <p className="text-sm text-soft">{t('since', { date: times.day(member.createdAt) })}</p>
                  </div>
                </div>
                {mayManage(self, member) && (
                  <Link href={`/company/members/${member.id}`} prefetch={false} className={buttonClass('outline')}>
                    {t('manage')}
                    <span className="sr-only"> {member.name}</span>
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </Panel>
        {invites.length > 0 && <Invites invites={invites} offered={offered} />}
        {offered.length > 0 && (
          <Panel id="invite" title={t('inviteTitle')} lead={t('inviteLead')}>
            <ActionForm
              action={inviteAction}
              submit={t('invite')}
              fields={[{ name: 'email', label: t('email'), type: 'email', autoComplete: 'off', required: true, maxLength: 254 }]}
            >
              <GuardUnsaved />
              <KeptForm staff={session} isOfHome path="/company/members" fields={FORM_FIELDS.member} />
              <Select name="role" label={t('role')} options={offered.map((role) => [role, roles(role)])} defaultValue="developer" />
              <Roles />
            </ActionForm>
          </Panel>
        )}
        {may(session, 'secrets.share') && <SecretRule isShared={session.developersManageSecrets} isConfirming={confirm === 'secrets'} />}
      </div>
    </>
  )
}

/** What each role may do, for whoever has to choose one. */
async function Roles() {
  const t = await getTranslations('members.may')
  const roles = await getTranslations('companyPanel.role')
  return (
    <dl className="grid gap-2 rounded-xl bg-sunken px-4 py-3 text-sm">
      {STAFF_ROLES.map((role) => (
        <div key={role} className="sm:flex sm:gap-3">
          <dt className="shrink-0 font-semibold sm:w-28">{roles(role)}</dt>
          <dd className="text-soft">{t(role)}</dd>
        </div>
      ))}
    </dl>
  )
}
