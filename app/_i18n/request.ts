import { cookies, headers } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { DEFAULT_LOCALE, isLocale, LOCALE_COOKIE, pickLocale } from '#lib/i18n/locales'
import { MESSAGES } from '#lib/i18n/messages'
import { localeOfLink } from '#lib/verifications/page/visit-verification'

/** The person's own choice, else the wish of the company that sent them to be verified, else what the browser prefers. */
export default getRequestConfig(async () => {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value
  const locale = isLocale(chosen) ? chosen : ((await localeOfVisit()) ?? pickLocale((await headers()).get('accept-language')) ?? DEFAULT_LOCALE)
  return { locale, messages: MESSAGES[locale], timeZone: 'UTC' }
})

async function localeOfVisit() {
  const link = (await headers()).get('x-verification-link')
  return link ? pickLocale(await localeOfLink(link)) : null
}
