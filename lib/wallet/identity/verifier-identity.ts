import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { env } from '#lib/core/env'
import { identityOf } from '../specimen/identity-of'
import { specimenAuthorities } from '../specimen/specimen-authorities'
import type { FindVerifierIdentity, VerifierIdentity } from '../types'
import { x509Hash } from './client-id'

/** @throws Error when WALLET_KEY and WALLET_CHAIN do not fit, with what to do */
export const verifierIdentity: FindVerifierIdentity = async () => {
  const { WALLET_KEY: key, WALLET_CHAIN: chain, WALLET_CLIENT_ID: prefix, BASE_URL, EMBEDDED } = env()
  if (key && chain) return readIdentity(key, chain, prefix, new URL(BASE_URL).hostname)
  return EMBEDDED ? identityOf((await specimenAuthorities()).verifier, prefix) : null
}

/** @param pem certificates, leaf first @see HAIP 1.0 §5.1; OpenID4VP 1.0 §5.9.3 */
export function readIdentity(key: string, pem: string, prefix: 'x509_hash' | 'x509_san_dns', hostName: string): VerifierIdentity {
  const privateKey = createPrivateKey(key)
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('WALLET_KEY: has to be a key on P-256')
  const chain = (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((each) => new X509Certificate(each))
  const [leaf] = chain
  if (!leaf) throw new Error('WALLET_CHAIN: holds no certificate in PEM')
  if (!createPublicKey(privateKey).equals(leaf.publicKey)) throw new Error('WALLET_CHAIN: its first certificate is not of WALLET_KEY')
  // Wallets know the root themselves, and take no certificate that vouches for itself.
  if (chain.some((each) => each.checkIssued(each))) throw new Error('WALLET_CHAIN: leave out the root; the first certificate must not be self-signed')
  if (prefix === 'x509_san_dns' && leaf.checkHost(hostName, { subject: 'never', wildcards: false }) === undefined) {
    throw new Error(`WALLET_CHAIN: its first certificate is not for ${hostName}, which WALLET_CLIENT_ID=x509_san_dns needs`)
  }
  return {
    clientId: prefix === 'x509_hash' ? x509Hash(leaf.raw) : `x509_san_dns:${hostName}`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    chain: chain.map(({ raw }) => raw),
  }
}
