/** What nodemailer says of a mail that was not taken. */
export type SmtpFault = { code?: string; command?: string; response?: string; responseCode?: number }

/** It is for no address at all, so nobody has to be asked. @see RFC 5321 §4.2.3 */
export const NOT_AN_ADDRESS: SmtpFault = { responseCode: 553, command: 'RCPT TO' }

/** The recipient's own fault: no such mailbox, no such domain, moved, switched off. @see RFC 3463 §3.2, §3.3 */
const ABOUT_MAILBOX = /^5\.1\.[1236]$|^5\.2\.1$/
/** What a server without enhanced codes says of a mailbox. @see RFC 5321 §4.2.3 */
const MAILBOX_REPLIES = new Set([550, 551, 553])

/**
 * Whether a refusal of one of our own mails is for good. Only what is said to the recipient's address, and of it, is: a
 * log-in that the smarthost refuses, a sender it does not know, its policy or its limits are faults of ours, and the mail
 * waits until they are mended. Texts are dropped: they quote the address.
 * @see RFC 5321 §4.2.1
 */
export function judgeRefusal({ code, command, response, responseCode }: SmtpFault): { code: string; isFinal: boolean } {
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const isOfMailbox = enhanced ? ABOUT_MAILBOX.test(enhanced) : MAILBOX_REPLIES.has(responseCode ?? 0)
  return { code: enhanced ?? String(responseCode ?? code ?? 'unknown'), isFinal: command === 'RCPT TO' && isOfMailbox }
}
