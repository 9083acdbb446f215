import type { Locale } from '#lib/i18n/locales'
import enMails from '#messages/en/mails' with { type: 'json' }
import plMails from '#messages/pl/mails' with { type: 'json' }

type Texts = { subject: string; heading: string; body: string[]; action: string | null; after: string[] }

/** Labels and values of the facts a mail lists. */
export const MAIL_FACTS: Record<Locale, typeof enMails.mailFacts> = { en: enMails.mailFacts, pl: plMails.mailFacts }

/** What stands before a sender's name in forwarded mail. */
export const MARKS: Record<Locale, typeof enMails.marks> = { en: enMails.marks, pl: plMails.marks }

/** The mails that there are. */
export type MailKind = Exclude<keyof typeof enMails.mails, 'layout'>

/** Their texts. English is the shape the others must have. */
export const MAILS: Record<Locale, Record<MailKind, Texts> & { layout: { footer: string; codeLead: string; codeAfter: string } }> = {
  en: enMails.mails,
  pl: plMails.mails,
}
