import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { SideNav } from '#components/ui/side-nav'
import { SECTIONS } from './sections'

/** The menu of the panel. */
export async function PanelNav({ above, isTest }: { above: ReactNode; isTest: boolean }) {
  const t = await getTranslations('companyPanel')
  const items = SECTIONS.filter(({ only }) => only === undefined || only === (isTest ? 'test' : 'live')).map(({ href, text, icon: Icon }) => ({
    href,
    text: t(text),
    icon: <Icon size={18} aria-hidden="true" className="shrink-0" />,
    exact: href === '/company',
  }))
  return <SideNav label={t('nav')} items={items} above={above} />
}
