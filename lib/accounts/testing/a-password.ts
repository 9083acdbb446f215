import { requirePasswordHash } from '#lib/core/passwords'
import { randomBase62 } from '#lib/core/random-id'

/** So many that whoever a test makes one after the other cannot get in with each other's. */
const PASSWORDS = 6

const made: Promise<{ password: string; passwordHash: string }>[] = []
let turn = 0

async function make() {
  const password = randomBase62(20)
  return { password, passwordHash: await requirePasswordHash(password) }
}

/** A password with its hash. Hashing is slow on purpose, and thousands of accounts are made: they take turns with a few. */
export function aPassword(): Promise<{ password: string; passwordHash: string }> {
  const nth = turn++ % PASSWORDS
  made[nth] ??= make()
  return made[nth]
}
