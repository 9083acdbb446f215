import {
  Activity,
  AppWindow,
  BookOpen,
  Building2,
  CircleUserRound,
  FlaskConical,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  ScanFace,
  ScrollText,
  ShieldCheck,
  UsersRound,
  Webhook,
} from 'lucide-react'

type Section = {
  href: string
  /** Names a message in `companyPanel`. */
  text:
    | 'overview'
    | 'apps'
    | 'keys'
    | 'people'
    | 'requests'
    | 'webhooks'
    | 'verifications'
    | 'members'
    | 'settings'
    | 'audit'
    | 'account'
    | 'security'
    | 'docs'
  icon: LucideIcon
  /** Where it is shown alone: what is the company's own has no test, and nobody real is invented. */
  only?: 'live' | 'test'
}

/** The panel's sections in the order of its menu. */
export const SECTIONS: readonly Section[] = [
  { href: '/company', text: 'overview', icon: LayoutDashboard },
  { href: '/company/apps', text: 'apps', icon: AppWindow },
  { href: '/company/people', text: 'people', icon: FlaskConical, only: 'test' },
  { href: '/company/keys', text: 'keys', icon: KeyRound },
  { href: '/company/requests', text: 'requests', icon: Activity },
  { href: '/company/webhooks', text: 'webhooks', icon: Webhook },
  { href: '/company/verifications', text: 'verifications', icon: ScanFace },
  { href: '/company/members', text: 'members', icon: UsersRound, only: 'live' },
  { href: '/company/settings', text: 'settings', icon: Building2, only: 'live' },
  { href: '/company/audit', text: 'audit', icon: ScrollText },
  { href: '/company/account', text: 'account', icon: CircleUserRound },
  { href: '/company/security', text: 'security', icon: ShieldCheck },
  { href: '/docs', text: 'docs', icon: BookOpen },
]
