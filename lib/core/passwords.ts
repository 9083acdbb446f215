import argon2 from 'argon2'
import { clientNetwork } from './client'
import { FairQueue } from './fair-queue'

/**
 * Human passwords: argon2id at the OWASP floor. At most two are computed at a time, because argon2 shares libuv's
 * threads with everything else. Networks take turns, so that eighty log-ins of one do not hold one of another; an office
 * that begins work at nine is through within a second.
 * @see OWASP Password Storage Cheat Sheet, NIST SP 800-63B §5.1.1
 */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 19456, timeCost: 2, parallelism: 1 } as const
const queue = new FairQueue({ atOnce: 2, mostWaiting: 256, mostWaitingEach: 64 })

/** The same password typed on two keyboards is the same password. */
const normalise = (password: string) => password.normalize('NFC')

/** @returns null when the service is too busy for it */
export const hashPassword = (password: string, network = clientNetwork()): Promise<string | null> =>
  queue.run(network, () => argon2.hash(normalise(password), PARAMETERS))

/** For programs at whose side nobody logs in. */
export const requirePasswordHash = (password: string): Promise<string> => argon2.hash(normalise(password), PARAMETERS)

/** The password of an account that we make: as it is typed, or hashed before, where many accounts are made. */
export type MadePassword = { password: string } | { passwordHash: string }

export const hashOfMade = (made: MadePassword) => ('passwordHash' in made ? made.passwordHash : requirePasswordHash(made.password))

let dummy: Promise<string> | undefined

/**
 * Whether the password fits the hash. Without a hash (unknown user) the same work is done for nothing, so that time
 * does not tell who has an account.
 */
export async function verifyPassword(hash: string | null, password: string, network = clientNetwork()): Promise<'right' | 'wrong' | 'busy'> {
  dummy ??= argon2.hash('nobody has this password', PARAMETERS)
  const against = hash ?? (await dummy)
  const fits = await queue.run(network, () => argon2.verify(against, normalise(password)))
  if (fits === null) return 'busy'
  return fits && hash !== null ? 'right' : 'wrong'
}
