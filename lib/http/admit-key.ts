import { authenticateApiKey } from '#lib/companies/authenticate-api-key'
import type { KeyPermission } from '#lib/companies/keys/key-permissions'
import { requireAllowedNetwork, requireKeyPermission } from '#lib/companies/keys/use-key'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'
import { clientAddressNow } from '#lib/core/client'
import { admitApiRequest } from '#lib/ratelimit/admit-api-request'
import { noteKey } from './caller'
import type { HttpRequest } from './message'

/** Rate limit headers of requests that proved their key, for the answers to what went wrong afterwards. */
const admitted = new WeakMap<HttpRequest, Record<string, string>>()

export const limitHeadersOf = (request: HttpRequest) => admitted.get(request)

/**
 * The one door of the REST interfaces: a key that is proven, used from where it may be, within its limits, and good for what is asked.
 * @param needed any one of them will do
 * @throws ApiError `unauthorized`, `network_not_allowed`, `rate_limited`, `insufficient_permission`
 */
export async function admitKey(
  request: HttpRequest,
  needed: readonly KeyPermission[],
): Promise<{ actor: CompanyActor; headers: Record<string, string>; isStillAdmitted: () => Promise<boolean> }> {
  const [authorization, address] = [request.header('authorization'), clientAddressNow()]
  const key = await authenticateApiKey(authorization)
  noteKey(request, key.companyId, key.id)
  await requireAllowedNetwork(key, address)
  const { isAdmitted, headers, waitSeconds } = await admitApiRequest(key.companyId, key.id)
  admitted.set(request, headers)
  if (!isAdmitted) throw new ApiError('rate_limited', `Too many requests. Try again in ${waitSeconds} seconds.`)
  requireKeyPermission(key, needed)
  const judgeAgain = async () => {
    const now = await authenticateApiKey(authorization)
    await requireAllowedNetwork(now, address)
    requireKeyPermission(now, needed)
  }
  return {
    actor: key,
    headers,
    isStillAdmitted: () =>
      judgeAgain().then(
        () => true,
        () => false,
      ),
  }
}
