import { withDatabase } from '#lib/core/db'
import { frozenUntil } from './address-undo-store'
import { requireAccount } from './open-account'

/** What a person sees of their own account. @throws when it is gone; a live session belongs to a live account */
export const readAccount = (userId: string) => withDatabase((db) => requireAccount(db, userId))

/** Until when the account is neither exported nor deleted, since the address that was left may take it back. */
export const readFrozenUntil = (userId: string) => withDatabase((db) => frozenUntil(db, userId))

/** The time zone that a person chose, if they did. */
export const readTimeZone = async (userId: string) => (await readAccount(userId)).profile.zoneinfo
