import argon2 from 'argon2'

/**
 * Human passwords: argon2id at the OWASP floor. At most two are computed at a time, because argon2 shares libuv's
 * threads with everything else; a short queue waits, the rest is told to come back.
 * @see OWASP Password Storage Cheat Sheet, NIST SP 800-63B §5.1.1
 */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 19456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2
const MAX_WAITING = 64

let running = 0
const waiting: (() => void)[] = []

/** @returns null when too many people log in at this very moment */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result | null> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) return null
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** The same password typed on two keyboards is the same password. */
const normalise = (password: string) => password.normalize('NFC')

/** @returns null when the service is too busy for it */
export const hashPassword = (password: string): Promise<string | null> => inTurn(() => argon2.hash(normalise(password), PARAMETERS))

/** For programs at whose side nobody logs in. */
export async function requirePasswordHash(password: string): Promise<string> {
  const hash = await hashPassword(password)
  if (hash === null) throw new Error('too many passwords are being hashed at once')
  return hash
}

let dummy: Promise<string> | undefined

/**
 * Whether the password fits the hash. Without a hash (unknown user) the same work is done for nothing, so that time
 * does not tell who has an account.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<'right' | 'wrong' | 'busy'> {
  dummy ??= argon2.hash('nobody has this password', PARAMETERS)
  const against = hash ?? (await dummy)
  const fits = await inTurn(() => argon2.verify(against, normalise(password)))
  if (fits === null) return 'busy'
  return fits && hash !== null ? 'right' : 'wrong'
}
