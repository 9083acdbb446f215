import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import type { AppStatus, ClientType } from '#lib/apps/schema'

export async function AppBadges({ app }: { app: { client_type: ClientType; status: AppStatus } }) {
  const t = await getTranslations('apps')
  return (
    <p className="flex flex-wrap gap-2">
      <Badge>{t(`types.${app.client_type}`)}</Badge>
      <Badge look={app.status === 'active' ? 'good' : 'warn'}>{t(app.status)}</Badge>
    </p>
  )
}
