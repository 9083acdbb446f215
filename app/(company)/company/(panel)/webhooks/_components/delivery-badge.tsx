import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import type { DeliveryLine } from '#lib/webhooks/panel-store'

const LOOKS = { delivered: 'good', waiting: 'plain', failed: 'warn' } as const

/** What became of a delivery, with the last answer's status if there was one. */
export async function DeliveryBadge({ state, status }: { state: DeliveryLine['state']; status: number | null }) {
  const t = await getTranslations('webhooks')
  return (
    <Badge look={LOOKS[state]}>
      {t(`state_${state}`)}
      {status !== null && ` · ${status}`}
    </Badge>
  )
}
