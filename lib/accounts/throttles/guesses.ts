import type { Realm } from '../realm'
import type { Ask } from './allowances'
import { forgetAllowances, giveBackAllowance, takeAllowance } from './take-allowance'

/**
 * A try at somebody's secret. Each kind has an allowance of its own: wrong codes of one kind do not stop another.
 * @property subject what the account is counted by: the address typed, which may be nobody's, or its id
 * @property network of whoever tries
 * @property knownDevice the fingerprint of their browser, when it logged in to this account before
 */
export type Guess = {
  act: 'password' | 'code' | 'recoveryCode' | 'mailCode'
  realm: Realm
  subject: string
  network: string
  knownDevice: Buffer | null
}

/** Where a guess counts: a known browser's for itself, everybody else's for network, service and account, in this order. */
function asksOf({ act, realm, subject, network, knownDevice }: Guess): Ask[] {
  if (knownDevice) return [{ act, realm, by: 'device', subject: deviceSubject(subject, knownDevice) }]
  return [
    { act, realm, by: 'network', subject: network },
    { act, realm, by: 'service', subject: '' },
    { act, realm, by: 'account', subject },
  ]
}

export const deviceSubject = (account: string, device: Buffer) => JSON.stringify([account, device.toString('hex')])

/** Counts a guess, before the secret is looked at. */
export const countGuess = (guess: Guess) => takeAllowance(...asksOf(guess))

/** Nobody had the time to look at it. */
export const uncountGuess = (guess: Guess) => giveBackAllowance(...asksOf(guess))

/** It was right: the account's guesses are forgotten, and what it took from others' allowances goes back. */
export async function forgiveGuesses(guess: Guess): Promise<void> {
  await giveBackAllowance(...asksOf(guess).filter(({ by }) => by === 'network' || by === 'service'))
  await liftGuesses({ ...guess, device: guess.knownDevice })
}

/** The owner is back: what strangers guessed is forgotten, and what was guessed in this browser. */
export const liftGuesses = ({ act, realm, subject, device }: Pick<Guess, 'act' | 'realm' | 'subject'> & { device: Buffer | null }) =>
  forgetAllowances(
    { act, realm, by: 'account', subject },
    ...(device ? [{ act, realm, by: 'device', subject: deviceSubject(subject, device) } as const] : []),
  )

/** What its owner is told of: many wrong passwords, codes after a right one, the end of either way for strangers. */
export type News = { act: keyof typeof TOLD_AT; kind: 'guessed' | 'stopped' }

/** A person mistypes a code, too, but whoever knows the password and not the code is worth a mail much sooner. */
const TOLD_AT = { password: { 10: 'guessed', 100: 'stopped' }, code: { 5: 'guessed', 100: 'stopped' } } as const

/** @param tries so many were wrong, counting this one: each number comes once, so that nobody is told twice */
export function newsOf(act: News['act'], tries: number): News | null {
  const kind = (TOLD_AT[act] as Record<number, News['kind']>)[tries]
  return kind ? { act, kind } : null
}
