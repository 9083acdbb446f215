import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import type { Status } from '#lib/verifications/schema'

const LOOKS: Partial<Record<Status, 'good' | 'warn'>> = { verified: 'good', retry_required: 'warn', failed: 'warn' }

export async function StatusBadge({ status }: { status: Status }) {
  const t = await getTranslations('companyVerifications')
  return <Badge look={LOOKS[status] ?? 'plain'}>{t(`status_${status}`)}</Badge>
}
