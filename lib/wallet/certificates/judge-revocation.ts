import { demand, orRefuse, WalletRefusal } from '../refusals'
import type { RevocationLists } from '../types'
import type { JudgedPath } from './judge-path'
import { type Certificate, CRL_SIGN } from './read-certificate'
import * as x509 from './x509'

/** Authority key id and number: with any other critical extension it is not the whole list of one issuer. @see RFC 5280 §5.2 */
const KNOWN = ['2.5.29.35', '2.5.29.20']

/**
 * No certificate of the path was revoked by the one above it. Where a certificate names lists, one of them has to be
 * had; where it names none, nothing is asked. A pinned certificate is the operator's own word.
 * @throws WalletRefusal `issuer_certificate_invalid` when one was revoked, `status_unavailable` when it cannot be told
 * @see RFC 5280 §6.3; ISO/IEC 18013-5 §9.3.3
 */
export async function judgeRevocation({ path, isPinned }: JudgedPath, lists: RevocationLists, now: Date): Promise<void> {
  if (isPinned) return
  for (const [depth, certificate] of path.slice(0, -1).entries()) {
    await judgeOne(certificate, path[depth + 1] as Certificate, lists, now)
  }
}

async function judgeOne(certificate: Certificate, issuer: Certificate, lists: RevocationLists, now: Date): Promise<void> {
  if (certificate.revocationLists.length === 0) return
  const list = await firstOf(certificate.revocationLists, lists)
  await judgeList(list, issuer, now)
  demand(!isListed(list, certificate), 'issuer_certificate_invalid', 'revoked')
}

/** They are said to be copies of one another. */
async function firstOf(uris: readonly string[], lists: RevocationLists): Promise<x509.X509Crl> {
  let cause: unknown
  for (const uri of uris.filter((each) => /^https?:/.test(each)).slice(0, 3)) {
    try {
      return new x509.X509Crl(new Uint8Array(await lists(uri)))
    } catch (error) {
      cause = error
    }
  }
  throw new WalletRefusal('status_unavailable', 'revocation list', { cause })
}

async function judgeList(list: x509.X509Crl, issuer: Certificate, now: Date): Promise<void> {
  demand(Buffer.from(list.issuerName.toArrayBuffer()).equals(issuer.subject), 'status_unavailable', "another issuer's revocation list")
  demand((issuer.keyUsage ?? 0) & CRL_SIGN, 'status_unavailable', 'an issuer that signs no revocation lists')
  demand(list.thisUpdate <= now && list.nextUpdate !== undefined && list.nextUpdate > now, 'status_unavailable', 'an old revocation list')
  const isKnown = list.extensions.every(({ critical, type }) => !critical || KNOWN.includes(type))
  demand(isKnown, 'status_unavailable', 'a revocation list of another kind')
  const key = new x509.PublicKey(issuer.key.export({ type: 'spki', format: 'der' }))
  demand(await list.verify({ publicKey: key }), 'status_unavailable', 'signature of the revocation list')
}

const isListed = (list: x509.X509Crl, { serialNumber }: Certificate) =>
  orRefuse('status_unavailable', 'revocation list', () => list.findRevoked(serialNumber) !== null)
