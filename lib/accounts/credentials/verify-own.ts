import { verifyPassword } from '#lib/core/passwords'
import type { Account } from '../accounts'

/**
 * Whether what was typed is the account's password.
 * @param typed null for an account without one, whose owner proved otherwise who they are
 */
export async function verifyOwn({ passwordHash }: Pick<Account, 'passwordHash'>, typed: string | null): Promise<'right' | 'wrong' | 'busy'> {
  if (passwordHash === null) return typed === null ? 'right' : 'wrong'
  return typed === null ? 'wrong' : verifyPassword(passwordHash, typed)
}
