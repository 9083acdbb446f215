import { cookies, headers } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { DEFAULT_LOCALE, isLocale, LOCALE_COOKIE, pickLocale } from '#lib/i18n/locales'
import { MESSAGES } from '#lib/i18n/messages'

/** The person's own choice, else what the browser prefers. */
export default getRequestConfig(async () => {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value
  const locale = isLocale(chosen) ? chosen : (pickLocale((await headers()).get('accept-language')) ?? DEFAULT_LOCALE)
  return { locale, messages: MESSAGES[locale], timeZone: 'Europe/Warsaw' }
})
