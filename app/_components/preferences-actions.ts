'use server'

import { cookies } from 'next/headers'
import { isSecureOrigin } from '#lib/core/env'
import { isLocale, LOCALE_COOKIE } from '#lib/i18n/locales'
import { THEME_COOKIE } from '#lib/i18n/theme'
import { requireSameOrigin } from '#lib/session/same-origin'

const YEAR = 365 * 24 * 3600
const options = () => ({ path: '/', sameSite: 'lax', secure: isSecureOrigin(), maxAge: YEAR }) as const

export async function chooseLanguage(form: FormData): Promise<void> {
  await requireSameOrigin()
  const locale = String(form.get('locale'))
  if (isLocale(locale)) (await cookies()).set(LOCALE_COOKIE, locale, options())
}

export async function chooseTheme(form: FormData): Promise<void> {
  await requireSameOrigin()
  const theme = String(form.get('theme'))
  const jar = await cookies()
  if (theme === 'light' || theme === 'dark') jar.set(THEME_COOKIE, theme, options())
  else jar.set(THEME_COOKIE, '', { ...options(), maxAge: 0 })
}
