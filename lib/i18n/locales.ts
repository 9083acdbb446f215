import { rankedTags } from './ranked-tags'

/** The languages that there are, by what each calls itself. A new one is an entry here; the compiler asks for its texts. */
export const LANGUAGE_NAMES = { en: 'English', pl: 'Polski', de: 'Deutsch' } as const

export type Locale = keyof typeof LANGUAGE_NAMES

export const LOCALES = Object.keys(LANGUAGE_NAMES) as [Locale, ...Locale[]]

export const DEFAULT_LOCALE: Locale = 'en'

export const LOCALE_COOKIE = 'signet-locale'

export const isLocale = (value: string | undefined): value is Locale => (LOCALES as readonly (string | undefined)[]).includes(value)

/** The first language of a preference list ("pl-PL, en;q=0.5" or "pl en") that there is. */
export const pickLocale = (preferences: string | null | undefined): Locale | null =>
  rankedTags(preferences)
    .map((tag) => tag.split('-')[0])
    .find(isLocale) ?? null
