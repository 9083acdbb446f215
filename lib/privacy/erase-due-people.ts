import { type Prisma, transaction } from '#lib/core/db'
import { log } from '#lib/core/log'
import { erasePerson } from './erase-person'
import { hasDueAccount, takeDueAccount } from './erase-store'

/** Carries out deletions whose grace period is over, one in a transaction. @returns how many people were forgotten */
export async function eraseDuePeople(): Promise<number> {
  let erased = 0
  while ((await hasDueAccount()) && (await transaction(eraseOne))) erased++
  if (erased > 0) log.info({ erased }, 'accounts deleted')
  return erased
}

async function eraseOne(tx: Prisma): Promise<boolean> {
  const due = await takeDueAccount(tx)
  return due !== null && erasePerson(tx, due.id)
}
