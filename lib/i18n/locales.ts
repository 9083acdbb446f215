import { rankedTags } from './ranked-tags'

export const LOCALES = ['en', 'pl'] as const

export type Locale = (typeof LOCALES)[number]

/** What each language calls itself. */
export const LANGUAGE_NAMES = { en: 'English', pl: 'Polski' } as const satisfies Record<Locale, string>

export const DEFAULT_LOCALE: Locale = 'en'

export const LOCALE_COOKIE = 'signet-locale'

export const isLocale = (value: string | undefined): value is Locale => (LOCALES as readonly (string | undefined)[]).includes(value)

/** The first language of a preference list ("pl-PL, en;q=0.5" or "pl en") that there is. */
export const pickLocale = (preferences: string | null | undefined): Locale | null =>
  rankedTags(preferences)
    .map((tag) => tag.split('-')[0])
    .find(isLocale) ?? null
