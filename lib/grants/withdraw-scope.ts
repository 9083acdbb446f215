import { transaction } from '#lib/core/db'
import { isScope } from '#lib/scopes/catalog'
import { deleteQueuedMailOf, deleteRefreshTokensOf, narrowGrant } from './store'

/**
 * Takes one scope back from an app. What it may read narrows with the next request; without `offline_access` its refresh
 * tokens end, without `email` its mail that waits to be forwarded is gone. The scope counts as declined, so the app has to
 * ask for it anew. `openid` goes with everything only.
 * @returns whether the app had it
 */
export async function withdrawScope(userId: string, appId: string, scope: string): Promise<boolean> {
  if (!isScope(scope) || scope === 'openid') return false
  return transaction(async (tx) => {
    const grantId = await narrowGrant(tx, userId, appId, scope)
    if (grantId !== null && scope === 'offline_access') await deleteRefreshTokensOf(tx, grantId)
    if (grantId !== null && scope === 'email') await deleteQueuedMailOf(tx, grantId)
    return grantId !== null
  })
}
