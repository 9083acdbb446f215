import type { Queryable } from '#lib/core/db'
import { env } from '#lib/core/env'
import type { Locale } from '#lib/i18n/locales'
import { enqueueMail } from '#lib/mail/outgoing-mail'
import { type MailValues, renderMail } from '#lib/mail/templates/render-mail'
import type { MailKind } from '#lib/mail/templates/texts'

export type StaffMail = Extract<MailKind, `staff_${string}`>

/** Queues one of our mails to a member of staff, in the transaction of what it tells of. @param path where its button leads */
export const mailStaff = (
  tx: Queryable,
  staff: { id: string; email: string },
  kind: StaffMail,
  path: string,
  locale: Locale,
  content: Omit<MailValues, 'url'> = {},
) => enqueueMail(tx, { staffId: staff.id }, kind, { to: staff.email, ...renderMail(kind, locale, { ...content, url: `${env().BASE_URL}${path}` }) })
