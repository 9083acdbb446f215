import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Panel } from '#components/ui/panel'
import { Select } from '#components/ui/select'
import type { listDeliveries } from '#lib/webhooks/read-deliveries'
import { browserTimes } from '../../../../../_i18n/times'
import { DeliveryBadge } from './delivery-badge'

export type DeliverySearch = { q?: string; state?: string; cursor?: string }

const STATES = ['waiting', 'delivered', 'failed'] as const

/** What the address asks for, as far as it makes sense. */
export const filterOf = ({ q, state, cursor }: DeliverySearch) => ({
  search: typeof q === 'string' && /^[\w.-]{1,80}$/.test(q.trim()) ? q.trim() : undefined,
  state: STATES.find((one) => one === state),
  cursor: typeof cursor === 'string' ? cursor : undefined,
})

type Props = {
  id: string
  /** The page it stands on. */
  here: string
  filter: ReturnType<typeof filterOf>
  page: Awaited<ReturnType<typeof listDeliveries>>
}

/** What was sent to an address, narrowed by state and by the id of an event or a request. */
export async function Deliveries({ id, here, filter, page }: Props) {
  const t = await getTranslations('webhooks')
  const times = await browserTimes()
  const older = new URLSearchParams({ ...(filter.search && { q: filter.search }), ...(filter.state && { state: filter.state }) })
  if (page.next_cursor) older.set('cursor', page.next_cursor)
  return (
    <Panel title={t('deliveries')} lead={t('deliveriesLead')}>
      <form method="get" aria-label={t('filter')} className="mb-5 grid items-end gap-3 sm:grid-cols-[2fr_1fr_auto]">
        <Field label={t('search')} name="q" defaultValue={filter.search ?? ''} maxLength={80} autoComplete="off" />
        <Select
          label={t('state')}
          name="state"
          key={filter.state}
          defaultValue={filter.state ?? ''}
          options={[['', t('all')], ...STATES.map((one) => [one, t(`state_${one}`)] as const)]}
        />
        <Button type="submit" look="outline">
          {t('filter')}
        </Button>
      </form>
      {page.data.length === 0 && <p className="text-soft">{t('nothingSent')}</p>}
      <ul className="grid gap-2">
        {page.data.map((line) => (
          <li key={line.event_id} className="relative grid gap-1 rounded-xl border border-line px-4 py-3 hover:border-line-strong">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Link
                href={`/company/webhooks/${id}/${line.event_id}`}
                prefetch={false}
                className="min-w-0 break-words font-mono text-sm font-semibold after:absolute after:inset-0 after:rounded-xl"
              >
                {line.type.replace(/.*\//, '')}
              </Link>
              <DeliveryBadge state={line.state} status={line.last_status} />
            </div>
            <p className="break-words text-sm text-soft">
              {times.moment(new Date(line.created_at))} · {t('attempts', { count: line.attempts })}
              {line.is_sample && ` · ${t('sample')}`}
              {line.last_fault && line.last_status === null && ` · ${t(`fault_${line.last_fault as 'no_answer'}`)}`}
            </p>
          </li>
        ))}
      </ul>
      {page.next_cursor && (
        <p className="mt-4">
          <Link href={`${here}?${older}`} prefetch={false} className={buttonClass('outline')}>
            {t('older')}
          </Link>
        </p>
      )}
    </Panel>
  )
}
