import { NextIntlClientProvider } from 'next-intl'
import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { MESSAGES, type Messages } from '#lib/i18n/messages'

/** Gives the browser the texts of some namespaces, for components that speak while somebody types. */
export async function ClientTexts({ of, children }: { of: (keyof Messages)[]; children: ReactNode }) {
  const all = MESSAGES[await getLocale()]
  const messages = Object.fromEntries(of.map((namespace) => [namespace, all[namespace]]))
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>
}
