import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Confirm } from '#components/ui/confirm'
import { Panel } from '#components/ui/panel'
import { Select } from '#components/ui/select'
import { readAuditKept } from '#lib/companies/audit/keep-audit'
import { KEPT_MONTHS, type KeptMonths } from '#lib/companies/audit/kept-months'
import { may } from '#lib/companies/permissions'
import type { StaffSession } from '#lib/session/staff-session'
import { browserTimes } from '../../../../../_i18n/times'
import { FORM_FIELDS } from '../../_components/form-fields'
import { KeptForm } from '../../_components/kept-form'
import { keepAuditAction } from '../actions'

/** How long the log is kept. Owners change it, and are told what goes before it does. @param wished what they chose and did not confirm yet */
export async function Kept({ staff, wished }: { staff: StaffSession; wished: KeptMonths | undefined }) {
  const t = await getTranslations('audit.keep')
  const kept = await readAuditKept(staff.companyId)
  const canChange = may(staff, 'audit.keep')
  const months = kept?.months ?? null
  const time = (given: number | null) => (given === null ? t('forever') : t('years', { count: given / 12 }))
  const lead = months === null ? t('now') : t('nowFor', { time: time(months) })
  const since = kept?.oldest && t('since', { date: (await browserTimes()).day(kept.oldest) })
  return (
    <Panel id="kept" title={t('title')} lead={[lead, since, !canChange && t('owners')].filter(Boolean).join(' ')}>
      {canChange && wished !== undefined && wished !== months && (
        <form action={keepAuditAction} method="post">
          <KeptForm staff={staff} path={`/company/audit?keep=${wished ?? 'forever'}#kept`} fields={FORM_FIELDS.audit} />
          <input type="hidden" name="months" value={wished ?? 'forever'} />
          <Confirm title={t('sureTitle', { time: time(wished) })} keep={{ href: '/company/audit#kept', text: t('discard') }} submit={t('submit')}>
            <p>{t(wished === null ? 'sureForever' : 'sureBody')}</p>
          </Confirm>
        </form>
      )}
      {canChange && (wished === undefined || wished === months) && (
        <form method="get" action="/company/audit#kept" className="flex flex-wrap items-end gap-3">
          <div className="min-w-48 flex-1 sm:max-w-xs">
            <Select
              name="keep"
              label={t('choose')}
              defaultValue={String(months ?? 'forever')}
              options={[...KEPT_MONTHS.map((choice) => [String(choice), time(choice)] as const), ['forever', t('forever')] as const]}
            />
          </div>
          <Button type="submit" look="outline">
            {t('change')}
          </Button>
        </form>
      )}
    </Panel>
  )
}
