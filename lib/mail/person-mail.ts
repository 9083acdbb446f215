import type { Queryable } from '#lib/core/db'
import { env } from '#lib/core/env'
import { isDemoAddress } from '#lib/core/environment'
import type { Locale } from '#lib/i18n/locales'
import { enqueueMail } from './outgoing-mail'
import { type MailValues, renderMail } from './templates/render-mail'
import type { MailKind } from './templates/texts'

/**
 * Queues one of our mails to a person, in the transaction of the change it tells of.
 * @param path where its button leads, on this site
 */
export const mailPerson = (
  tx: Queryable,
  person: { id: string; email: string; locale: Locale },
  kind: MailKind,
  { path, ...content }: Omit<MailValues, 'url'> & { path?: string },
) =>
  enqueueMail(tx, { userId: person.id }, kind, {
    to: person.email,
    ...renderMail(kind, person.locale, { isTest: isDemoAddress(person.email), ...content, url: path && `${env().BASE_URL}${path}` }),
  })
