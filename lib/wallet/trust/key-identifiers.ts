import type { CredentialTypeName } from '../catalogue'
import { readCertificate } from '../certificates/read-certificate'
import { base64url } from '../encoding/base64url'
import type { KeyIdentifiers, TrustAnchor, TrustAnchors } from '../types'

/** So many fit into a question; of more none are named. */
const MOST = 50

/**
 * What a wallet can tell credentials by that count here. A type is left out where some anchor of it has no such id, for a
 * wallet would then hold back what is trusted.
 * @see OpenID4VP 1.0 §6.1.1.1; HAIP 1.0 §5
 */
export async function keyIdentifiersOf(types: readonly CredentialTypeName[], trustAnchors: TrustAnchors): Promise<KeyIdentifiers> {
  const found = await Promise.all(types.map(async (type) => [type, idsOf(await trustAnchors(type))] as const))
  return Object.fromEntries(found.filter(([, ids]) => ids !== null))
}

function idsOf(anchors: readonly TrustAnchor[]): string[] | null {
  const ids = anchors.map(({ certificate, isPinned }) => {
    const { keyId, authorityKeyId } = readCertificate(certificate)
    return isPinned ? authorityKeyId : keyId
  })
  const known = [...new Set(ids)].filter((id) => id !== null)
  return anchors.length > 0 && known.length <= MOST && !ids.includes(null) ? known.map((id) => base64url(Buffer.from(id, 'hex'))) : null
}
