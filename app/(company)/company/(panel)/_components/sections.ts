import {
  Activity,
  AppWindow,
  BookOpen,
  Building2,
  CircleUserRound,
  KeyRound,
  LayoutDashboard,
  ScanFace,
  ScrollText,
  ShieldCheck,
  UsersRound,
  Webhook,
} from 'lucide-react'

/** The panel's sections in the order of its menu; `text` names a message in `companyPanel`. */
export const SECTIONS = [
  { href: '/company', text: 'overview', icon: LayoutDashboard },
  { href: '/company/apps', text: 'apps', icon: AppWindow },
  { href: '/company/keys', text: 'keys', icon: KeyRound },
  { href: '/company/requests', text: 'requests', icon: Activity },
  { href: '/company/webhooks', text: 'webhooks', icon: Webhook },
  { href: '/company/verifications', text: 'verifications', icon: ScanFace },
  { href: '/company/members', text: 'members', icon: UsersRound },
  { href: '/company/settings', text: 'settings', icon: Building2 },
  { href: '/company/audit', text: 'audit', icon: ScrollText },
  { href: '/company/account', text: 'account', icon: CircleUserRound },
  { href: '/company/security', text: 'security', icon: ShieldCheck },
  { href: '/docs', text: 'docs', icon: BookOpen },
] as const
