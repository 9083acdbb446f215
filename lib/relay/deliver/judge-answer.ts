/** What a server said to one of our commands, as the driver tells it. */
export type SmtpAnswer = { code?: string; response?: string; responseCode?: number; command?: string }

/**
 * @property code enhanced status, reply code or system error code
 * @property isFinal trying again will not help
 * @property isAboutAddress the recipient's own mailbox was meant
 */
export type Judgement = { code: string; isFinal: boolean; isAboutAddress: boolean }

/** The mailbox itself: no such one, no such domain, moved, switched off, closed to this mail; a full one may be emptied. @see RFC 3463 §3.2, §3.3 */
const ABOUT_MAILBOX = /^5\.1\.\d+$|^5\.2\.[0134]$/
/** What a server without enhanced codes says of a mailbox, and of a message. @see RFC 5321 §4.2.3 */
const MAILBOX_REPLIES = new Set([550, 551, 553])
/** The message: its size, what it is made of, what is in it. Said once all of it was seen. @see RFC 3463 §3.4, §3.7, §3.8 */
const ABOUT_MESSAGE = /^5\.2\.3$|^5\.3\.4$|^5\.6\.\d+$|^5\.7\.\d+$/
const MESSAGE_REPLIES = new Set([550, 552, 554])

/**
 * Whether a forwarded mail is given up. Only what is said of the recipient's mailbox, or of the message after its last byte,
 * is final: a log-in that the smarthost refuses, relaying it denies, routes it does not find and commands it does not know
 * are faults of ours or its own, and the mail outlasts them. Texts are dropped: they quote addresses.
 * @see RFC 5321 §4.2.1
 */
export function judgeAnswer({ code, response, responseCode, command }: SmtpAnswer): Judgement {
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const said = enhanced ?? String(responseCode ?? code ?? 'unknown')
  if (responseCode === undefined || responseCode < 500) return { code: said, isFinal: false, isAboutAddress: false }
  const isOf = (statuses: RegExp, replies: Set<number>) => (enhanced ? statuses.test(enhanced) : replies.has(responseCode))
  const isAboutAddress = command === 'RCPT TO' && (isOf(ABOUT_MAILBOX, MAILBOX_REPLIES) || enhanced === '5.3.4')
  const isAboutMessage = command === 'DATA' && (isOf(ABOUT_MESSAGE, MESSAGE_REPLIES) || ABOUT_MAILBOX.test(enhanced ?? ''))
  return { code: said, isFinal: isAboutAddress || isAboutMessage, isAboutAddress }
}
