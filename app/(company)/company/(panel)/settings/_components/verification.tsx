import { BadgeCheck } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { Panel } from '#components/ui/panel'
import type { readDetails } from '#lib/companies/details/read-details'
import { browserTimes } from '../../../../../_i18n/times'
import { submitDetailsAction } from '../actions'

const LOOKS = { unverified: 'plain', pending: 'warn', verified: 'good', rejected: 'warn' } as const

/** Where the company stands on its way to the badge, and the next step. */
export async function Verification({ company, canEdit }: { company: Awaited<ReturnType<typeof readDetails>>; canEdit: boolean }) {
  const t = await getTranslations('companyDetails')
  const format = await getFormatter()
  const times = await browserTimes()
  const { status, reason, submittedAt, canSubmit, missing } = company
  const date = submittedAt ? times.longDay(submittedAt) : ''
  return (
    <Panel title={t('statusTitle')}>
      <div className="grid justify-items-start gap-4">
        <Badge look={LOOKS[status]}>
          {status === 'verified' && <BadgeCheck size={14} aria-hidden="true" />}
          {t(`status.${status}`)}
        </Badge>
        {status === 'rejected' && reason && (
          <Notice look="warn">
            <strong className="block">{t('reasonTitle')}</strong>
            <span className="break-words">{reason}</span>
          </Notice>
        )}
        <p className="text-soft">{t(`statusBody.${status}`, { date })}</p>
        {canSubmit && missing.length > 0 && <p>{t('missing', { fields: format.list(missing.map((name) => t(name).toLowerCase())) })}</p>}
        {canSubmit && canEdit && missing.length === 0 && (
          <form action={submitDetailsAction} method="post">
            <Button type="submit">{t('submit')}</Button>
          </form>
        )}
      </div>
    </Panel>
  )
}
