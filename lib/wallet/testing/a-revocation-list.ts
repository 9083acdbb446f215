import { readCertificate } from '../certificates/read-certificate'
import * as x509 from '../certificates/x509'
import { type Authority, derOf } from '../specimen/authority'

const ALG = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

type Rest = { nextUpdate?: Date; extensions?: x509.Extension[]; issuerName?: string }

/** A list that an authority's root signs. @see RFC 5280 §5 */
export async function aRevocationList({ root, rootKey }: Authority, revoked: readonly Uint8Array[], rest: Rest = {}): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('jwk', { ...rootKey }, ALG, true, ['sign'])
  const list = await x509.X509CrlGenerator.create({
    issuer: rest.issuerName ?? new x509.X509Certificate(derOf(root) as Uint8Array<ArrayBuffer>).subject,
    thisUpdate: new Date(Date.now() - 1000),
    nextUpdate: rest.nextUpdate ?? new Date(Date.now() + 86_400_000),
    entries: revoked.map((der) => ({ serialNumber: readCertificate(der).serialNumber, revocationDate: new Date() })),
    extensions: rest.extensions ?? [],
    signingAlgorithm: ALG,
    signingKey: key,
  })
  return new Uint8Array(list.rawData)
}
