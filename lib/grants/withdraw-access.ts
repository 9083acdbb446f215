import { deleteGrantOf } from './store'

/**
 * Ends everything an app holds about a person: the consent falls, and codes, access tokens and refresh tokens with it.
 * When this returns, the next request with any of them is refused. Spec: States, Grant / tokens.
 * @returns whether there was anything to withdraw
 */
export const withdrawAccess = (userId: string, appId: string): Promise<boolean> => deleteGrantOf(userId, appId)
