import { LOCALE_COOKIE, type Locale, pickLocale } from '#lib/i18n/locales'
import { readTheme, type Theme } from '#lib/i18n/theme'
import { cookieValue } from '#lib/session/cookie-value'

/** What somebody chose for the pages that Next does not make, or what their browser prefers. */
export type PageLook = { language: Locale; theme: Theme | undefined }

/** @param header by its name in lower case */
export function pageLook(header: (name: string) => string | null | undefined): PageLook {
  const cookies = header('cookie') ?? null
  return {
    language: pickLocale(cookieValue(cookies, LOCALE_COOKIE)) ?? pickLocale(header('accept-language')) ?? 'en',
    theme: readTheme({ get: (name) => ({ value: cookieValue(cookies, name) ?? '' }) }),
  }
}
