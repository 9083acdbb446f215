import { createPrivateKey } from 'node:crypto'
import { readCertificate } from '../certificates/read-certificate'
import { x509Hash } from '../identity/client-id'
import type { VerifierIdentity } from '../types'
import { type Authority, derOf } from './authority'

/** A verifier that signs with this authority's key. */
export function identityOf({ chain, key }: Authority, prefix: 'x509_hash' | 'x509_san_dns' = 'x509_hash'): VerifierIdentity {
  const certificates = chain.map(derOf)
  const [leaf = new Uint8Array()] = certificates
  return {
    clientId: prefix === 'x509_hash' ? x509Hash(leaf) : `x509_san_dns:${readCertificate(leaf).hostNames[0]}`,
    privateKey: createPrivateKey({ format: 'jwk', key: { ...key } })
      .export({ type: 'pkcs8', format: 'pem' })
      .toString(),
    chain: certificates,
  }
}
