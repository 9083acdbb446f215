import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import type { StreamStatus } from '#lib/signals/schema'

const LOOKS = { enabled: 'good', paused: 'plain', disabled: 'warn' } as const

/** How a stream of signals stands. */
export async function StreamBadge({ status }: { status: StreamStatus }) {
  const t = await getTranslations('webhooks')
  return <Badge look={LOOKS[status]}>{t(`stream_${status}`)}</Badge>
}
