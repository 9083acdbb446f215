import { placeNow, sealPlace } from '#lib/audit/place'
import { recordAudit } from '#lib/audit/store'
import { ApiError } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import type { ProvenKey } from '../authenticate-api-key'
import { touchApiKey } from '../store'
import { isAllowedFrom } from './allowed-networks'
import type { KeyPermission } from './key-permissions'
import { markRefused } from './store'

/**
 * Lets a key be used from where it is used, and remembers where that was. Whoever holds a key that was stolen is refused here before they cost
 * the company anything of its limits, and the audit log tells of it, once in ten minutes at most.
 * @param address of the client, as `clientAddress` finds it
 * @throws ApiError `network_not_allowed`
 */
export async function requireAllowedNetwork(key: ProvenKey, address: string | null): Promise<void> {
  if (isAllowedFrom(key.allowedNetworks, address)) {
    await touchApiKey(key.companyId, key.id, sealPlace(key.companyId, placeNow('api_key')))
    return
  }
  await transaction(async (tx) => {
    if (await markRefused(tx, key.companyId, key.id))
      await recordAudit(tx, key, { action: 'api_key.refused', target: { kind: 'api_key', id: key.id }, after: { by: 'network' } })
  })
  throw new ApiError(
    'network_not_allowed',
    'This API key may not be used from the network this request comes from. Its networks are set in the panel.',
  )
}

/** @param needed any one of them will do @throws ApiError `insufficient_permission` */
export function requireKeyPermission({ permissions }: ProvenKey, needed: readonly KeyPermission[]): void {
  if (needed.some((name) => permissions.includes(name))) return
  const named = needed.map((name) => `"${name}"`).join(' or ')
  throw new ApiError('insufficient_permission', `This API key lacks the permission ${named}. Permissions of keys are set in the panel.`)
}
