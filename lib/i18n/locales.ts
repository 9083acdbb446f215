export const LOCALES = ['en', 'pl'] as const

export type Locale = (typeof LOCALES)[number]

/** What each language calls itself. */
export const LANGUAGE_NAMES = { en: 'English', pl: 'Polski' } as const satisfies Record<Locale, string>

export const DEFAULT_LOCALE: Locale = 'en'

export const LOCALE_COOKIE = 'signet-locale'

export const isLocale = (value: string | undefined): value is Locale => (LOCALES as readonly (string | undefined)[]).includes(value)

/** The first language of a preference list ("pl-PL, en;q=0.5" or "pl en") that there is. @see RFC 9110 §12.5.4 */
export function pickLocale(preferences: string | null | undefined): Locale | null {
  const ranked = (preferences ?? '')
    .split(/[,\s]+(?=[a-z*])/i)
    .map((entry) => {
      const [tag = '', quality] = entry.trim().split(/;\s*q=/)
      return { language: tag.toLowerCase().split('-')[0], quality: quality === undefined ? 1 : Number.parseFloat(quality) }
    })
    .filter((entry) => entry.quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return ranked.map((entry) => entry.language).find(isLocale) ?? null
}
