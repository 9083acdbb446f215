import { env } from '#lib/core/env'
import { blindIndex } from '#lib/core/sealed'
import type { Realm } from '../realm'

const HOUR = 3600
const DAY = 24 * HOUR

/**
 * How often something may be tried.
 * @property limit tries in all
 * @property seconds after which they count no more; from the first one, with `waits` from the last one
 * @property waits so many tries are free, then each one is followed by a wait twice as long as the one before
 */
export type Allowance = { limit: number; seconds: number; waits?: { free: number; mostSeconds: number } }

/**
 * A hundred guesses are less than a password of eight characters yields to, and one-time codes at three in a million each
 * (NIST SP 800-63B §3.2.2). Three tries are free, so that a double click or two tabs never wait; the hundredth comes
 * after 22 hours at the earliest.
 */
const GUESSES: Allowance = { limit: 100, seconds: 90 * DAY, waits: { free: 2, mostSeconds: 15 * 60 } }
/** Whoever logged in with this browser before mistypes more often than they are somebody else. */
const OWN_GUESSES: Allowance = { ...GUESSES, waits: { free: 5, mostSeconds: 15 * 60 } }
/** A person asks for a mail again because the first one is late; the sixth in an hour is somebody who wants to annoy. */
const MAILS = { limit: 5, seconds: HOUR }
/** So many of them in a day are nobody's need: a stranger who asks without end stops here. */
const MAILS_OF_DAY = { limit: 15, seconds: DAY }
/** A workshop registers at one time; thirty strangers mailed from one place is what this is for. */
const MAILS_OF_NETWORK = { limit: 20, seconds: HOUR }
/** More than a day's business of a busy site, less than what makes a smarthost's provider close it. */
const MAILS_OF_SERVICE = { limit: 2000, seconds: HOUR }

/**
 * Every allowance there is: by what is tried, then by whom or what it is counted for. Browsers that logged in before have
 * their own, and count for neither network nor service: an office behind one address is not punished for its newcomer,
 * and what strangers try never takes anything from an account's owner.
 */
const ALLOWANCES = {
  /** Guesses at a password. Per network: an office of three hundred mistypes less than that in new browsers. */
  password: {
    service: { limit: 20_000, seconds: HOUR },
    network: { limit: 100, seconds: HOUR },
    account: GUESSES,
    device: OWN_GUESSES,
  },
  /** Guesses at a second factor: whoever makes them knows the password. */
  code: {
    service: { limit: 5000, seconds: HOUR },
    network: { limit: 50, seconds: HOUR },
    account: GUESSES,
    device: OWN_GUESSES,
  },
  /** Recovery codes, which nobody guesses: what counts is that trying them keeps us busy. */
  recoveryCode: {
    service: { limit: 5000, seconds: HOUR },
    network: { limit: 50, seconds: HOUR },
    account: { limit: 30, seconds: HOUR / 4 },
    device: { limit: 30, seconds: HOUR / 4 },
  },
  /** Codes by mail, five tries each: a million of them and a hundred guesses. By address, whether it has an account or not. */
  mailCode: {
    service: { limit: 5000, seconds: HOUR },
    network: { limit: 50, seconds: HOUR },
    account: GUESSES,
    device: OWN_GUESSES,
  },
  /** The code that proves that an authenticator app was set up. */
  codeSetUp: { account: { limit: 10, seconds: HOUR / 4 } },
  /** The password once more, by somebody who is logged in. */
  reauthentication: { account: { limit: 10, seconds: HOUR / 4 } },
  /** The same with a recovery code. */
  recoveryProof: { account: { limit: 10, seconds: HOUR / 4 } },
  /** The password of a company's registration, in another browser than the one it began in. */
  confirmation: { account: { limit: 10, seconds: HOUR } },
  /** A recovery proves the mailbox, which is the owner's act that ends a stop; not often enough to guess codes by it. */
  codeRelief: { account: { limit: 1, seconds: DAY } },
  registration: { service: MAILS_OF_SERVICE, network: MAILS_OF_NETWORK, mailbox: MAILS, day: MAILS_OF_DAY },
  /** For a new password or a code to log in. By address: only its own account is mailed, and spellings that are nobody's must not use up what its owner may ask. */
  recovery: { service: MAILS_OF_SERVICE, network: MAILS_OF_NETWORK, account: MAILS, day: MAILS_OF_DAY, device: MAILS },
  /** Pictures of a document by somebody who knows the password and has no second factor. */
  documentRecovery: { account: { limit: 5, seconds: DAY } },
  addressChange: { service: MAILS_OF_SERVICE, network: MAILS_OF_NETWORK, account: MAILS, mailbox: MAILS },
  /** The confirmation mail again, at a log-in before the first one was used. */
  confirmationMail: { mailbox: MAILS },
  /** Per mailbox and company it is told; over all companies it is not, since that would tell one about the others. */
  invitation: {
    service: MAILS_OF_SERVICE,
    company: { limit: 50, seconds: DAY },
    companyMailbox: { limit: 5, seconds: DAY },
    mailbox: { limit: 20, seconds: DAY },
  },
} as const satisfies Record<string, Record<string, Allowance>>

type Allowances = typeof ALLOWANCES
export type Act = keyof Allowances

/** What is counted: nobody can write a subject that is another act's, whatever it holds. */
export type Ask = { [A in Act]: { act: A; by: keyof Allowances[A] & string; realm: Realm; subject: string } }[Act]

/** Where it is counted. */
export const allowanceHash = ({ realm, act, by, subject }: Ask) => blindIndex('throttle', JSON.stringify([realm, act, by, subject]))

export function allowanceOf({ act, by }: Ask): Allowance {
  const allowance = (ALLOWANCES[act] as Record<string, Allowance>)[by] as Allowance
  const isShared = by === 'network' || by === 'service'
  return isShared ? { ...allowance, limit: allowance.limit * env().SHARED_ALLOWANCE } : allowance
}

/** All that is counted for somebody, for when they go. @param subjects by what it is counted for, such as `account` */
export const allowanceHashesOf = (realm: Realm, subjects: Partial<Record<string, string[]>>) =>
  Object.entries(ALLOWANCES).flatMap(([act, allowances]) =>
    Object.keys(allowances).flatMap((by) => (subjects[by] ?? []).map((subject) => allowanceHash({ realm, act, by, subject } as Ask))),
  )
