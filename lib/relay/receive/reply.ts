import { databaseCode } from '#lib/core/db'
import { log } from '#lib/core/log'

/**
 * The replies of the receiver, enhanced status codes included. Nothing else is ever said: the text of an error could
 * quote an address. @see RFC 5321 §4.2, RFC 3463
 */
const REPLIES = {
  noSuchAddress: [550, '5.1.1 No such address here'],
  otherDomain: [550, '5.7.1 We do not relay for that domain'],
  ownDomain: [550, '5.7.1 Nobody sends mail in our name from outside'],
  senderPolicy: [550, '5.7.1 The sender domain asks to reject mail that fails DMARC'],
  filtered: [550, '5.7.1 Refused for what is in it'],
  filterLater: [451, '4.7.1 It could not be looked at, try again later'],
  tooLarge: [552, '5.3.4 Message too large'],
  notNow: [450, '4.2.1 Mailbox cannot take this now, try again later'],
  tooMuchRoleMail: [450, '4.7.0 Too much mail for this address now, try again later'],
  tryAgain: [451, '4.3.0 Temporary fault, try again later'],
  senderUnchecked: [451, '4.7.0 The sender could not be checked, try again later'],
  repliesApart: [452, '4.5.3 Answers and other mail in transactions of their own'],
  noSpace: [452, '4.3.1 Not enough space, try again later'],
  ambiguousSender: [554, '5.6.0 From has one mailbox, or up to three of one domain'],
  loop: [554, '5.4.6 This message was here before'],
} as const satisfies Record<string, readonly [number, string]>

/** Said after the commit. By the id the mail is found in the log, and by `mail find`. */
export const accepted = (messageId: string) => `2.6.0 Accepted as ${messageId}`
export const TOO_MANY_CLIENTS = '4.3.2 Too many clients, try again in a moment'
export const TOO_MANY_OF_NETWORK = '4.7.0 Too many connections from your network, try again in a moment'
export const BUSY = '4.3.2 Busy and waited for you, try again in a moment'
/** Neither is taken: what we send on is ASCII. @see RFC 6531 §3.5 */
export const NO_SMTPUTF8 = '5.5.4 SMTPUTF8 is not offered here'
export const NOT_ASCII = '5.6.7 Addresses are in ASCII here'
export const TIME_IS_UP = '4.4.2 Time is up, try again later'

export type ReplyName = keyof typeof REPLIES

/** A refusal, in the shape smtp-server sends. */
export class Refusal extends Error {
  readonly responseCode: number

  constructor(readonly reply: ReplyName) {
    const [code, text] = REPLIES[reply]
    super(text)
    this.responseCode = code
  }
}

const DISK_FULL = /^53100$|^ENOSPC$/

/** Whatever went wrong becomes a reply; what we did not foresee is a temporary fault, so that no mail is lost. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = databaseCode(error) || databaseCode((error as { cause?: unknown } | null)?.cause)
  log.warn({ code: code || 'unknown', err: error }, 'mail could not be taken')
  return new Refusal(DISK_FULL.test(code) ? 'noSpace' : 'tryAgain')
}
