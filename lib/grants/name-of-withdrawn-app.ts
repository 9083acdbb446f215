import { withDatabase } from '#lib/core/db'
import { findWithdrawnApp } from './store'

/**
 * The name of an app that this person took everything back from. An address says only which; whether it is true and what
 * it is called comes from their own history, so that nobody can have a sentence of theirs said here.
 */
export const nameOfWithdrawnApp = async (userId: string, appId: string): Promise<string | null> =>
  (await withDatabase((db) => findWithdrawnApp(db, userId, appId)))?.app?.name ?? null
