import { withDatabase } from '#lib/core/db'
import { isId } from '#lib/core/random-id'
import { requireAccount } from '#lib/users/account/open-account'
import { openReceipt, type Receipt } from './receipt'
import { findReceipt, findReceipts } from './store'

/** The person's receipts, newest first. */
export const listReceipts = (userId: string): Promise<Receipt[]> =>
  withDatabase(async (db) => {
    const { vault } = await requireAccount(db, userId)
    return (await findReceipts(db, userId)).map((row) => openReceipt(vault, row))
  })

/** One of the person's own receipts; null for anything else. */
export const readReceipt = (userId: string, id: string): Promise<Receipt | null> =>
  withDatabase(async (db) => {
    const row = isId('rct', id) ? await findReceipt(db, userId, id) : null
    return row && openReceipt((await requireAccount(db, userId)).vault, row)
  })
