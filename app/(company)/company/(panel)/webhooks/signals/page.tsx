import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Breakable } from '#components/ui/breakable'
import { buttonClass } from '#components/ui/button'
import { ApiError } from '#lib/core/api-error'
import { actorOf, requireStaff } from '#lib/session/staff-session'
import { readStreamPage } from '#lib/signals/read-stream-page'
import { listDeliveries } from '#lib/webhooks/read-deliveries'
import { Facts } from '../../_components/facts'
import { Deliveries, type DeliverySearch, filterOf } from '../_components/deliveries'
import { StreamBadge } from '../_components/stream-badge'

const HERE = '/company/webhooks/signals'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('webhooks'))('signals') }
}

export default async function SignalsPage({ searchParams }: { searchParams: Promise<DeliverySearch> }) {
  const actor = actorOf(await requireStaff(HERE))
  const filter = filterOf(await searchParams)
  const stream = await readStreamPage(actor)
  if (!stream) notFound()
  const page = await listDeliveries(actor, stream.stream_id, filter).catch((error: unknown) => {
    if (error instanceof ApiError) notFound()
    throw error
  })
  const t = await getTranslations('webhooks')
  const names = (uris: readonly string[]) => uris.map((uri) => uri.replace(/.*\//, '')).join(', ') || t('none')
  const facts = [
    [t('id'), stream.stream_id],
    [t('delivery_way'), t(stream.kind === 'push' ? 'signalsPushed' : 'signalsPolled')],
    [t('types'), names(stream.events_delivered)],
    ...(stream.description ? [[t('note'), stream.description]] : []),
    ...(stream.reason ? [[t('reason'), stream.reason]] : []),
  ]
  return (
    <>
      <p className="mb-2">
        <Link href="/company/webhooks" prefetch={false} className={buttonClass('quiet')}>
          {t('back')}
        </Link>
      </p>
      <h1>{t('signals')}</h1>
      <div className="mb-6 mt-3 flex flex-wrap items-center gap-3">
        <p className="min-w-0 font-mono text-sm">
          <Breakable text={stream.delivery.endpoint_url} />
        </p>
        <StreamBadge status={stream.status} />
      </div>
      <p className="mb-6 text-soft">
        {t.rich('signalsLead', {
          docs: (chunks) => (
            <Link href="/docs/signals" prefetch={false} className="text-accent underline underline-offset-4">
              {chunks}
            </Link>
          ),
        })}
      </p>
      <div className="grid gap-5">
        <Facts title={t('facts')} facts={facts} />
        <Deliveries id={stream.stream_id} here={HERE} filter={filter} page={page} />
      </div>
    </>
  )
}
