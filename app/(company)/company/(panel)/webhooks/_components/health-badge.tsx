import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import type { getWebhook } from '#lib/webhooks/read-webhooks'

type Webhook = Awaited<ReturnType<typeof getWebhook>>

/** How an address stands: taken, failing, or off and why. */
export async function HealthBadge({ webhook: { status, disabled_reason, failing_since } }: { webhook: Webhook }) {
  const t = await getTranslations('webhooks')
  if (status === 'disabled') return <Badge look={disabled_reason === 'company' ? 'plain' : 'warn'}>{t(`off_${disabled_reason ?? 'company'}`)}</Badge>
  return failing_since ? <Badge look="warn">{t('failing')}</Badge> : <Badge look="good">{t('well')}</Badge>
}
