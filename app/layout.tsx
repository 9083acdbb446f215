import './globals.css'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { TellZone } from './_components/tell-zone'
import { readTheme } from './_components/theme'
import { fontVariables } from './fonts'

export const metadata: Metadata = {
  title: { default: 'Signet', template: '%s · Signet' },
  description: 'Log in with what you choose to share.',
  robots: { index: false },
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('common')
  return (
    <html lang={await getLocale()} className={fontVariables} data-theme={readTheme(await cookies())}>
      <body>
        <a
          href="#content"
          className="sr-only rounded-lg bg-accent px-4 py-3 text-on-accent focus:not-sr-only focus:absolute focus:left-4 focus:top-4 focus:z-10"
        >
          {t('skip')}
        </a>
        {children}
        <TellZone />
      </body>
    </html>
  )
}
