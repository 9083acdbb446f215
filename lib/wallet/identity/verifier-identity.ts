import { createPrivateKey } from 'node:crypto'
import { env } from '#lib/core/env'
import { readChain } from '#lib/core/wallet-settings'
import { identityOf } from '../specimen/identity-of'
import { specimenAuthorities } from '../specimen/specimen-authorities'
import type { FindVerifierIdentity, VerifierIdentity } from '../types'
import { x509Hash } from './client-id'

/** Key and certificates were held against one another when the settings were read. @see OpenID4VP 1.0 §5.9.3; HAIP 1.0 §5 */
export const verifierIdentity: FindVerifierIdentity = async () => {
  const { WALLET_KEY: key, WALLET_CHAIN: pem, WALLET_CLIENT_ID: prefix, BASE_URL, EMBEDDED } = env()
  const chain = readChain(pem ?? '')?.map(({ raw }) => raw)
  const [leaf] = chain ?? []
  if (!key || !chain || !leaf) return EMBEDDED ? identityOf((await specimenAuthorities()).verifier, prefix) : null
  return {
    clientId: prefix === 'x509_hash' ? x509Hash(leaf) : `x509_san_dns:${new URL(BASE_URL).hostname}`,
    privateKey: createPrivateKey(key).export({ type: 'pkcs8', format: 'pem' }).toString(),
    chain,
  }
}

/** Who asks in a test environment: where no embedded database is, somebody whom no wallet of anybody real has a reason to answer. */
export const identityFor = async (isTried: boolean): Promise<VerifierIdentity | null> =>
  isTried && !env().EMBEDDED ? identityOf((await specimenAuthorities()).verifier, 'x509_san_dns') : verifierIdentity()
