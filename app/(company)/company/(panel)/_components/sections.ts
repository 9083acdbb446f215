import { AppWindow, KeyRound, LayoutDashboard } from 'lucide-react'

/** The panel's sections in the order of its menu; `text` names a message in `companyPanel`. */
export const SECTIONS = [
  { href: '/company', text: 'overview', icon: LayoutDashboard },
  { href: '/company/apps', text: 'apps', icon: AppWindow },
  { href: '/company/keys', text: 'keys', icon: KeyRound },
] as const

export type SectionText = (typeof SECTIONS)[number]['text']
