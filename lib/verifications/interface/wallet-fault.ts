import type { Assurance } from '#lib/users/assurance'
import { identityFor } from '#lib/wallet/identity/verifier-identity'
import { typesFor } from '../wallet/offer'

type Asked = { fields: readonly string[]; minAssurance: Assurance; credentialTypes: readonly string[] }

/** Why no wallet could ever answer a session that depends on one; null where one can, or none is needed. */
export async function walletFault({ fields, minAssurance, credentialTypes }: Asked, isTried: boolean): Promise<string | null> {
  const isNarrowed = credentialTypes.length > 0
  if (minAssurance !== 'wallet' && !isNarrowed) return null
  const name = isNarrowed ? 'credential_types' : 'min_assurance'
  if ((await identityFor(isTried)) === null) return `${name}: wallets are not set up on this installation`
  if (typesFor({ fields, credentialTypes }, isTried).length > 0) return null
  return isNarrowed
    ? 'credential_types: none of them tells all of these fields'
    : 'min_assurance: no credential in a wallet tells all of these fields'
}
