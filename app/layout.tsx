import './globals.css'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { FormWordsProvider } from '#components/ui/form-words'
import { env } from '#lib/core/env'
import { MESSAGES } from '#lib/i18n/messages'
import { readTheme } from '#lib/i18n/theme'
import { FaultTextsProvider } from './_components/fault-texts'
import { KeepTyped } from './_components/keep-typed'
import { TellZone } from './_components/tell-zone'
import { fontVariables } from './fonts'

/** The ground of each theme, as in the style sheet: the browser's own frame takes its colour. */
const GROUND = { light: '#f6f5f1', dark: '#111114' } as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('home')
  return {
    metadataBase: new URL(env().BASE_URL),
    title: { default: 'Signet', template: '%s · Signet' },
    description: t('lead'),
    openGraph: { type: 'website', siteName: 'Signet', title: t('title'), description: t('lead'), locale: await getLocale() },
    twitter: { card: 'summary_large_image' },
    robots: { index: false },
  }
}

export async function generateViewport(): Promise<Viewport> {
  const theme = readTheme(await cookies())
  const themeColor = theme
    ? GROUND[theme]
    : [
        { media: '(prefers-color-scheme: light)', color: GROUND.light },
        { media: '(prefers-color-scheme: dark)', color: GROUND.dark },
      ]
  return { width: 'device-width', initialScale: 1, colorScheme: theme ?? 'light dark', themeColor }
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('common')
  const form = await getTranslations('form')
  const words = {
    offline: form('offline'),
    failed: form('failed'),
    show: form('show'),
    hide: form('hide'),
    leave: form('leave'),
    leaveSecret: form('leaveSecret'),
    back: form('back'),
  }
  return (
    <html lang={await getLocale()} className={fontVariables} data-theme={readTheme(await cookies())}>
      <body>
        <a
          href="#content"
          className="sr-only rounded-lg bg-accent px-4 py-3 text-on-accent focus:not-sr-only focus:absolute focus:left-4 focus:top-4 focus:z-10"
        >
          {t('skip')}
        </a>
        <FormWordsProvider words={words}>
          <FaultTextsProvider texts={MESSAGES[await getLocale()].fault}>{children}</FaultTextsProvider>
        </FormWordsProvider>
        <KeepTyped message={t('offline')} />
        <TellZone />
      </body>
    </html>
  )
}
