import { getTranslations } from 'next-intl/server'
import { Panel } from '#components/ui/panel'
import type { readRateUse } from '#lib/request-log/read-requests'

/** What the company and its keys used of the last minute. */
export async function Limits({ use: { company, keys } }: { use: Awaited<ReturnType<typeof readRateUse>> }) {
  const t = await getTranslations('requests')
  return (
    <Panel title={t('limits')} lead={t('limitsLead')}>
      <dl className="grid gap-4">
        <Use name={t('company')} {...company} text={t('used', company)} />
        {keys.map(({ id, name, used, limit }) => (
          <Use key={id} name={name} used={used} limit={limit} text={t('used', { used, limit })} />
        ))}
      </dl>
    </Panel>
  )
}

const Use = ({ name, used, limit, text }: { name: string; used: number; limit: number; text: string }) => (
  <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
    <dt className="min-w-0 wrap-anywhere">{name}</dt>
    <dd className="text-soft tabular-nums">{text}</dd>
    <dd aria-hidden="true" className="h-2 w-full overflow-hidden rounded-full bg-sunken">
      <div className={`h-full ${used > limit * 0.8 ? 'bg-warn' : 'bg-accent'}`} style={{ width: `${Math.min(100, (used / limit) * 100)}%` }} />
    </dd>
  </div>
)
