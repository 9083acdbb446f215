import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import type { AppStatus, ClientType } from '#lib/apps/schema'

/** @property isSuspended by the operator, whatever its company says */
type Props = { app: { client_type: ClientType; status: AppStatus }; isSuspended: boolean }

export async function AppBadges({ app, isSuspended }: Props) {
  const t = await getTranslations('apps')
  return (
    <p className="flex flex-wrap gap-2">
      <Badge>{t(`types.${app.client_type}`)}</Badge>
      <Badge look={app.status === 'active' && !isSuspended ? 'good' : 'warn'}>{t(isSuspended ? 'suspended' : app.status)}</Badge>
    </p>
  )
}
