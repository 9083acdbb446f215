import { changeAccess } from '#lib/accounts/credentials/change-access'
import type { EndedAccess } from '#lib/accounts/credentials/store'
import { recordActivity } from '../activity/store'
import { idOfNamed } from './find-named-person'

/**
 * The operator ends everything that is open for a person; how they get in stays as it is.
 * @param who their address or their id
 * @returns null when there is nobody
 */
export async function shutPerson(who: string): Promise<EndedAccess | null> {
  const id = await idOfNamed(who)
  if (id === undefined) return null
  return changeAccess({ realm: 'person', id }, null, async (change, end) => {
    await recordActivity(change, id, 'account.shut_by_operator')
    return end()
  })
}
