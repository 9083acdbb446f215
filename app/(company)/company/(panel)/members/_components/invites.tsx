import { MailQuestionMark } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Panel } from '#components/ui/panel'
import type { readMembers } from '#lib/companies/members/read-members'
import type { StaffRole } from '#lib/companies/permissions'
import { browserTimes } from '../../../../../_i18n/times'
import { resendInviteAction, withdrawInviteAction } from '../actions'

type Invite = Awaited<ReturnType<typeof readMembers>>['invites'][number]

/** Who was asked to join and has not answered. @param offered the roles this reader may give, and so invite to */
export async function Invites({ invites, offered }: { invites: Invite[]; offered: StaffRole[] }) {
  const t = await getTranslations('members')
  const roles = await getTranslations('companyPanel.role')
  const times = await browserTimes()
  return (
    <Panel title={t('invitesTitle')}>
      <ul className="divide-y divide-line border-y border-line">
        {invites.map((invite) => (
          <li key={invite.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5">
            <div className="flex min-w-0 items-start gap-3">
              <MailQuestionMark size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-soft" />
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  <span className="break-all">{invite.email}</span>
                  <Badge>{roles(invite.role)}</Badge>
                </p>
                <p className="text-sm text-soft">{t('invitedBy', { who: invite.invitedBy })}</p>
                <p className="text-sm text-soft">{t('expires', { date: times.day(invite.expiresAt) })}</p>
              </div>
            </div>
            {offered.includes(invite.role) && (
              <form method="post" className="flex flex-wrap gap-x-4">
                <input type="hidden" name="invite" value={invite.id} />
                <Button type="submit" formAction={resendInviteAction} look="quiet">
                  {t('resend')}
                  <span className="sr-only"> {invite.email}</span>
                </Button>
                <Button type="submit" formAction={withdrawInviteAction} look="quiet">
                  {t('withdraw')}
                  <span className="sr-only"> {invite.email}</span>
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
