import { QUICKSTART_LANGUAGES, type QuickstartLanguage } from '#lib/apps/quickstarts'

/** Remembers the language of the quickstarts. */
export const QUICKSTART_COOKIE = 'signet-quickstart'

export const isQuickstartLanguage = (text: string | undefined): text is QuickstartLanguage =>
  text !== undefined && Object.hasOwn(QUICKSTART_LANGUAGES, text)
