import { withDatabase } from '#lib/core/db'
import { declinePasskeyOf, hasRoomForPasskey } from './store'

/** Whether somebody who logged in with a password has no passkey yet and did not say that they want none. */
export const isPasskeyOffered = async ({ userId, amr }: { userId: string; amr: string[] }): Promise<boolean> =>
  amr.includes('pwd') && (await withDatabase((db) => hasRoomForPasskey(db, userId)))

export const declinePasskey = (userId: string) => withDatabase((db) => declinePasskeyOf(db, userId))
