import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { Done, Panel } from '#components/ui/panel'
import { RefreshWhile } from '#components/ui/refresh-while'
import { may } from '#lib/companies/permissions'
import { ApiError } from '#lib/core/api-error'
import { isId } from '#lib/core/random-id'
import { actorOf, requireStaff } from '#lib/session/staff-session'
import { readSignal } from '#lib/signals/read-stream-page'
import { readDelivery } from '#lib/webhooks/read-deliveries'
import { browserTimes } from '../../../../../../_i18n/times'
import { DeliveryBadge } from '../../_components/delivery-badge'
import { resendAction } from '../../actions'

type Props = { params: Promise<{ id: string; event: string }>; searchParams: Promise<{ done?: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('webhooks'))('delivery') }
}

const Plain = ({ children }: { children: string }) => (
  <pre className="rounded-xl bg-sunken px-4 py-3 text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
    <code>{children}</code>
  </pre>
)

const indented = (body: string) => JSON.stringify(JSON.parse(body), null, 2)

export default async function DeliveryPage({ params, searchParams }: Props) {
  const { id, event } = await params
  const here = `/company/webhooks/${encodeURIComponent(id)}/${encodeURIComponent(event)}`
  const staff = await requireStaff(here)
  // A signal is named after its event and what it says of it.
  if (!isId('whk', id) || !isId('evt', event.replace(/\.[a-z-]+$/, ''))) notFound()
  const delivery = await readDelivery(actorOf(staff), id, event).catch((error: unknown) => {
    if (error instanceof ApiError) notFound()
    throw error
  })
  const isSignal = delivery.kind !== 'webhook'
  const body = isSignal ? await readSignal(actorOf(staff), id, event) : delivery.body
  const { done } = await searchParams
  const t = await getTranslations('webhooks')
  const times = await browserTimes()
  const time = (at: Date) => times.moment(at)
  const state = delivery.state as 'waiting' | 'delivered' | 'failed'
  return (
    <>
      <p className="mb-2">
        <Link href={`/company/webhooks/${isSignal ? 'signals' : id}`} prefetch={false} className={buttonClass('quiet')}>
          {t(isSignal ? 'backToSignals' : 'backToOne')}
        </Link>
      </p>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="min-w-0 break-words">{delivery.type.replace(/.*\//, '')}</h1>
        <DeliveryBadge state={state} status={delivery.tries.at(-1)?.status ?? null} />
      </div>
      {done === 'resent' && <Done>{t('resent')}</Done>}
      <p className="mb-6 break-all font-mono text-sm">{delivery.eventId}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Panel title={t('tries')}>
          {delivery.tries.length === 0 && (
            <p className="text-soft">{t(delivery.kind !== 'poll' ? 'underWay' : state === 'delivered' ? 'acknowledged' : 'toBeFetched')}</p>
          )}
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {delivery.tries.map((one) => (
              <li key={one.number} className="grid gap-2 border-line not-first:border-t not-first:pt-4">
                <p className="font-semibold">
                  {one.status ?? t(`fault_${(one.fault ?? 'no_answer') as 'no_answer'}`)}
                  {one.status !== null && one.fault === 'redirect' && ` · ${t('fault_redirect')}`}
                </p>
                <p className="break-words text-sm text-soft">
                  {time(one.startedAt)} · {t('milliseconds', { count: one.milliseconds })} ·{' '}
                  <span className="break-all font-mono">{one.requestId}</span>
                </p>
                {one.answer && (
                  <div className="grid gap-1">
                    <p className="text-sm text-soft">{t('answer')}</p>
                    <Plain>{one.answer}</Plain>
                  </div>
                )}
              </li>
            ))}
          </ol>
          {state === 'waiting' && delivery.kind !== 'poll' && (
            <p className="mt-4 text-sm text-soft">
              {delivery.dueAt && delivery.tries.length > 0 && `${t('next', { time: time(delivery.dueAt) })} `}
              <RefreshWhile everyMs={2000} href={here} text={t('refresh')} />
            </p>
          )}
          {may(staff, 'webhooks.manage') && delivery.tries.length > 0 && (
            <form action={resendAction} method="post" className="mt-5">
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="event" value={event} />
              <Button type="submit" look="outline">
                {t('resend')}
              </Button>
            </form>
          )}
        </Panel>
        <Panel title={t(isSignal ? 'claims' : 'request')} lead={delivery.kind === 'poll' ? undefined : `POST ${delivery.url}`}>
          {body === null ? <p className="text-soft">{t('gone')}</p> : <Plain>{indented(body)}</Plain>}
        </Panel>
        <p>
          <Link
            href={isSignal ? '/docs/signals#verify' : '/docs/events#verify'}
            prefetch={false}
            className="text-accent underline underline-offset-4"
          >
            {t('verify')}
          </Link>
        </p>
      </div>
    </>
  )
}
