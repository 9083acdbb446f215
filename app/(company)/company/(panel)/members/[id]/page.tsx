import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { buttonClass } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { Panel } from '#components/ui/panel'
import { Select } from '#components/ui/select'
import { mayManage, rolesToGive } from '#lib/companies/members/judge-member-change'
import { readMember } from '#lib/companies/members/read-members'
import { requireStaff } from '#lib/session/staff-session'
import { changeRoleAction, removeMemberAction } from '../actions'
import { ResetFactors } from './reset-factors'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ remove?: string | string[]; reset?: string | string[] }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('members'))('title') }
}

export default async function MemberPage({ params, searchParams }: Props) {
  const { id } = await params
  const session = await requireStaff(`/company/members/${id}`)
  const member = await readMember(session.homeId, id)
  if (!member || !mayManage({ id: session.staffId, role: session.role }, member)) notFound()
  const t = await getTranslations('members')
  const roles = await getTranslations('companyPanel.role')
  const isSelf = member.id === session.staffId
  const offered = rolesToGive(session.role, member.role)
  const { remove, reset } = await searchParams
  const isRemoving = remove === '1'
  return (
    <>
      <Link href="/company/members" prefetch={false} className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
        {t('back')}
      </Link>
      <h1 className="mt-2 break-words">{member.name}</h1>
      <p className="mb-8 mt-3 break-all text-soft">{member.email}</p>
      <div className="grid max-w-3xl gap-5">
        {offered.length > 0 && (
          <Panel title={t('role')} lead={t('roleLead')}>
            <ActionForm action={changeRoleAction} submit={t('saveRole')} look="outline" hidden={{ member: member.id }}>
              <Select name="role" label={t('role')} options={offered.map((role) => [role, roles(role)])} defaultValue={member.role} />
            </ActionForm>
          </Panel>
        )}
        {!isSelf && member.hasFactor && <ResetFactors member={member} isConfirming={reset === '1'} />}
        <Panel title={t(isSelf ? 'leaveTitle' : 'removeTitle')} lead={t(isSelf ? 'leaveLead' : 'removeLead')}>
          {isRemoving ? (
            <div className="grid gap-4">
              <Notice look="warn">{t(isSelf ? 'leaveSure' : 'removeSure', { name: member.name })}</Notice>
              <ActionForm action={removeMemberAction} submit={t(isSelf ? 'leave' : 'remove')} look="danger" hidden={{ member: member.id }} />
              <Link href={`/company/members/${member.id}`} prefetch={false} className={buttonClass('outline')}>
                {t('keep')}
              </Link>
            </div>
          ) : (
            <Link href={`/company/members/${member.id}?remove=1`} prefetch={false} className={buttonClass('danger')}>
              {t(isSelf ? 'leave' : 'remove')}
            </Link>
          )}
        </Panel>
      </div>
    </>
  )
}
