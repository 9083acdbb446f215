import { LOCALES, type Locale } from '#lib/i18n/locales'
import { MESSAGES, type Messages } from '#lib/i18n/messages'

type Texts = { subject: string; heading: string; body: string[]; action: string; after: string[] }

const ofEach = <Value>(pick: (messages: Messages) => Value) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, pick(MESSAGES[locale])])) as Record<Locale, Value>

/** Labels and values of the facts a mail lists. */
export const MAIL_FACTS = ofEach(({ mailFacts }) => mailFacts)

/** What stands before a sender's name in forwarded mail. */
export const MARKS = ofEach(({ marks }) => marks)

/** The same as a line above the text. */
export const MARK_LINES = ofEach(({ markLines }) => markLines)

/** The mails that there are. */
export type MailKind = Exclude<keyof Messages['mails'], 'layout'>

/** Their texts. */
export const MAILS = ofEach(({ mails }): Record<MailKind, Texts> & { layout: Messages['mails']['layout'] } => mails)
