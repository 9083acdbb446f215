import type { Queryable } from '#lib/core/db'
import { env } from '#lib/core/env'
import type { Locale } from '#lib/i18n/locales'
import { enqueueMail } from '#lib/mail/outgoing-mail'
import { renderMail } from '#lib/mail/templates/render-mail'

/** Queues one of our mails to a member of staff, in the transaction of what it tells of. @param path where its button leads */
export const mailStaff = (
  tx: Queryable,
  staff: { id: string; email: string },
  kind: 'staff_confirm' | 'staff_recover' | 'staff_exists' | 'staff_password_changed' | 'staff_password_guessed' | 'staff_password_stopped',
  path: string,
  locale: Locale,
) => enqueueMail(tx, { staffId: staff.id }, kind, { to: staff.email, ...renderMail(kind, locale, { url: `${env().BASE_URL}${path}` }) })
