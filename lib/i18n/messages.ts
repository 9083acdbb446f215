import type { Locale } from './locales'
import { de } from './messages/de'
import { en, type Messages } from './messages/en'
import { pl } from './messages/pl'

export type { Messages }

/** Every text of the interface, one folder a language and one file an audience. */
export const MESSAGES: Record<Locale, Messages> = { en, pl, de }
