import { domainOf } from '#lib/core/email-address'

/** What a person can have done with mail that is not from the app's own domains; `reject`: as `refuse`, and its sender hears of it. */
export const OTHER_MAIL = ['let_through', 'mark', 'hold', 'refuse', 'reject'] as const
export type OtherMail = (typeof OTHER_MAIL)[number]

export const isOtherMail = (text: unknown): text is OtherMail => OTHER_MAIL.includes(text as OtherMail)

/** Why a mail waits for its person: its sender is none of the app's, its domain's policy asks for suspicion, or the filter does. */
export type HeldFor = 'sender' | 'policy' | 'filter'

export type JudgedMail = {
  address: string
  /** Whether the domain of that address vouches for the mail. */
  isProven: boolean
  /** Whether that domain asks to treat what fails as suspicious. @see RFC 7489 §6.3 */
  isSuspect: boolean
  /** Whether the filter wants it looked at. */
  isFlagged: boolean
  /** Domains that the app proved to be its own. */
  mailDomains: readonly string[]
  /** What the person chose for this alias; null: nothing. */
  choice: string | null
  /** The person let this mail through. */
  isReleased: boolean
}

export type Verdict = { kind: 'deliver'; mark: 'unverified' | 'elsewhere' | null } | { kind: 'hold'; why: HeldFor } | { kind: 'refuse' }

const isOf = (domains: readonly string[], address: string) => {
  const domain = domainOf(address)
  return domains.some((own) => domain === own || domain.endsWith(`.${own}`))
}

/**
 * What becomes of a mail to an alias. What the app's own domains vouch for flows; the rest is what its person chose, and while
 * they chose nothing: marked while the app has named no domain, held once it has.
 */
export function judgeSender(mail: JudgedMail): Verdict {
  const { isProven, mailDomains, isReleased } = mail
  const isOwn = isProven && isOf(mailDomains, mail.address)
  if (isOwn) return mail.isFlagged && !isReleased ? { kind: 'hold', why: 'filter' } : { kind: 'deliver', mark: null }
  const choice = isOtherMail(mail.choice) ? mail.choice : mailDomains.length > 0 ? 'hold' : 'mark'
  const marked: Verdict = { kind: 'deliver', mark: isProven ? (choice === 'let_through' ? null : 'elsewhere') : 'unverified' }
  if (isReleased) return marked
  if (choice === 'refuse' || choice === 'reject') return { kind: 'refuse' }
  if (mail.isFlagged) return { kind: 'hold', why: 'filter' }
  if (mail.isSuspect) return { kind: 'hold', why: 'policy' }
  return choice === 'hold' ? { kind: 'hold', why: 'sender' } : marked
}
