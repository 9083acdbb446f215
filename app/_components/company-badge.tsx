import { BadgeCheck } from 'lucide-react'
import { Badge } from '#components/ui/badge'

/** Whether Signet knows who the company is. Its texts are those of the consent screen. */
export function CompanyBadge({ isVerified, text }: { isVerified: boolean; text: (key: 'verified' | 'unverified') => string }) {
  return (
    <Badge look={isVerified ? 'good' : 'warn'}>
      {isVerified && <BadgeCheck size={14} aria-hidden="true" />}
      {text(isVerified ? 'verified' : 'unverified')}
    </Badge>
  )
}
