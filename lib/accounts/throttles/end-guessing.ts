import type { Realm } from '../realm'
import { liftGuesses } from './guesses'
import { takeAllowance } from './take-allowance'

/**
 * Somebody proved to have the account's mailbox: the stop that wrong guesses put on it is lifted. Guesses at codes are
 * forgotten only so often, or they could be made without end by whoever reads the mailbox.
 */
export async function endGuessing(realm: Realm, { id, email }: { id: string; email: string }, device: Buffer | null): Promise<void> {
  await liftGuesses({ act: 'password', realm, subject: email, device })
  const relief = await takeAllowance({ act: 'codeRelief', realm, by: 'account', subject: id })
  if (relief.kind === 'taken') await liftGuesses({ act: 'code', realm, subject: id, device })
}
