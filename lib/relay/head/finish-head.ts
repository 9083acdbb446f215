import { env } from '#lib/core/env'
import type { Locale } from '#lib/i18n/locales'
import { MARKS } from '#lib/mail/templates/texts'
import type { Draft } from './draft'
import { LOOP_HEADER, loopToken } from './loop-token'
import { mailboxLine } from './sender'

/** RFC 5322 §3.3, in UTC. */
export const mailDate = (at: Date) => at.toUTCString().replace(/GMT$/, '+0000')

/** What a reader has to know of who sent a mail, before they read the name. */
export type Mark = keyof (typeof MARKS)['en']

/** Who gets a mail, and how it is marked for them. */
export type Reader = { role: 'person' | 'postmaster'; mark: Mark | null; locale: Locale; appName: string; replyTo: string | null }

/**
 * The head the reader gets, as field lines: from and to the alias, what was kept of the original, and where it came
 * through. @see RFC 5321 §4.4, RFC 8601 §2
 * @param address the alias, or the role address for the postmaster
 */
export function finishHead(draft: Draft, address: string, reader: Reader): string[] {
  const { received, kept } = draft
  const replyTo = reader.role === 'postmaster' ? draft.replyTo : reader.replyTo
  const has = (name: string) => kept.some((line) => line.toLowerCase().startsWith(`${name}:`))
  const at = mailDate(new Date(received.at))
  return [
    `Received: from ${received.helo} ([${received.ip}])\r\n by ${env().ALIAS_DOMAIN} with ${received.protocol} id ${draft.messageId}\r\n for <${address}>; ${at}`,
    `Authentication-Results: ${draft.authenticationResults}`,
    `${LOOP_HEADER}: ${loopToken()}`,
    mailboxLine('From', displayFor(draft, reader), address),
    `To: <${address}>`,
    ...(replyTo ? [`Reply-To: <${replyTo}>`] : []),
    ...(has('date') ? [] : [`Date: ${at}`]),
    ...(has('message-id') ? [] : [`Message-ID: <${draft.messageId}@${env().ALIAS_DOMAIN}>`]),
    ...kept,
  ]
}

/** The reader's own address stays out even where they are the sender. */
function displayFor({ display }: Draft, { mark, locale, appName }: Reader): string {
  if (mark === null) return display
  return mark === 'own' ? MARKS[locale].own : `[${MARKS[locale][mark].replace('{app}', appName.replace(/[[\]]/g, ''))}] ${display}`
}
