import { settleAddress } from '#lib/accounts/addresses/settle-addresses'
import { onEachPrimary, type Prisma, transaction } from '#lib/core/db'
import { log } from '#lib/core/log'
import { erasePerson } from './erase-person'
import { hasDueAccount, takeDueAccount } from './erase-store'

/** Carries out deletions whose grace period is over, one in a transaction. @returns how many people were forgotten */
export const eraseDuePeople = async (): Promise<number> => (await onEachPrimary(eraseHere)).reduce((sum, erased) => sum + erased)

async function eraseHere(): Promise<number> {
  let erased = 0
  while (await hasDueAccount()) {
    const gone = await transaction(eraseOne)
    if (!gone) break
    await settleAddress({ realm: 'person', id: gone.id }, gone.emailIndex)
    erased++
  }
  if (erased > 0) log.info({ erased }, 'accounts deleted')
  return erased
}

async function eraseOne(tx: Prisma) {
  const due = await takeDueAccount(tx)
  return due && (await erasePerson(tx, due.id)) ? due : null
}
