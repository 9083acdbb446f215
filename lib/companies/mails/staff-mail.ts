import type { Locale } from '#lib/i18n/locales'
import { MESSAGES } from '#lib/i18n/messages'
import type { MailContent } from '#lib/mail/outgoing-mail'

export type StaffMail = 'confirm' | 'recover' | 'exists'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A mail to a member of staff: one paragraph and one link, as text and as HTML. */
export function staffMail(kind: StaffMail, to: string, link: string, locale: Locale): MailContent {
  const { subject, body, action, ignore } = MESSAGES[locale].staffMail[kind]
  return {
    to,
    subject,
    text: `${body}\n\n${link}\n\n${ignore}\n`,
    html: `<!doctype html><html lang="${locale}"><body><p>${escapeHtml(body)}</p><p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p><p>${escapeHtml(ignore)}</p></body></html>`,
  }
}
